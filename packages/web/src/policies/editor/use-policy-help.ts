import type { Diagnostic, LintSource } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import {
  checkPolicyText,
  getPolicyCatalogue,
  listBuckets,
  MAX_POLICY_BYTES,
  type PolicyFinding,
} from '@cooperage/contract'
import { useMemo } from 'react'
import { type Translate, useTexts } from '../../messages/use-texts.ts'
import { useSession } from '../../session/index.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import type { Completions } from '../../shared/code-editor/types.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { jsonContext } from './json-context.ts'
import { propertyRemoval } from './remove-property.ts'
import { variables, type Word, wordsAt } from './words.ts'

/** Completions and findings for a policy. `bucket`: the bucket whose policy it is; '' for policies of accounts. */
export function usePolicyHelp(bucket: string): { completions: Completions; lintSource: LintSource } {
  const t = useTexts('policies')
  const { data: catalogue } = useApiQuery(getPolicyCatalogue, {}, { staleTime: Number.POSITIVE_INFINITY })
  // Only for completion: without permission to list buckets, names can still be typed.
  const enabled = useSession()?.pages.includes('/buckets') === true
  const { data: list } = useApiQuery(listBuckets, { query: { names_only: true } }, { staleTime: 60_000, enabled })

  const completions = useMemo<Completions>(() => {
    const buckets = list?.buckets.map(({ name }) => name) ?? []
    return ({ state, pos, explicit }) => {
      const text = state.doc.toString()
      const context = jsonContext(text, pos)
      const { string } = context
      if (string === undefined && !explicit) return null
      const variable = string === undefined ? -1 : text.slice(string.from, pos).lastIndexOf('${')
      const isVariable = string !== undefined && variable >= 0 && !text.slice(string.from + variable, pos).includes('}')
      const words = isVariable ? variables(catalogue) : wordsAt(context, catalogue, buckets, bucket)
      if (words.length === 0) return null
      const from = string === undefined ? pos : string.from + (isVariable ? variable : 0)
      const quoted = (word: string) => (string === undefined ? { apply: `"${word}"` } : {})
      return {
        from,
        // Otherwise the rest of the old name would remain after the new one.
        ...(string && !isVariable && { to: string.to }),
        filter: true,
        options: words.map((word) => ({ label: word.text, ...quoted(word.text), ...detail(word, t) })),
      }
    }
  }, [catalogue, list, bucket, t])

  const lintSource = useMemo<LintSource>(
    () => async (view) => {
      const policy = view.state.doc.toString()
      try {
        const { findings } = await call(checkPolicyText, { body: { policy, bucket } })
        return findings.map((finding) => toDiagnostic(finding, t))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const message = t('editor.checkFailed', { message: error.message })
        return [{ from: 0, to: Math.min(1, policy.length), severity: 'info', message }]
      }
    },
    [bucket, t],
  )
  return { completions, lintSource }
}

function detail({ about }: Word, t: Translate<'policies'>): { detail?: string } {
  if (about === undefined) return {}
  if (about === 'object' || about === 'bucket' || about === 'server') return { detail: t(`editor.target.${about}`) }
  return { detail: t(`editor.${about}`) }
}

/** Codes whose message contains the suggestion. */
const HAVE_SUGGESTION: ReadonlySet<PolicyFinding['code']> = new Set([
  'MixedServices',
  'KeyNotForAction',
  'ResourceNotForAction',
  'ExclusiveFields',
  'WrongType',
])

/** A finding in words. */
export function findingText({ code, detail, suggestion }: PolicyFinding, t: Translate<'policies'>): string {
  const shown = code === 'TooLong' ? formatCount(Number(detail)) : detail
  const finding = t(`findings.${code}`, { detail: shown, suggestion, max: formatCount(MAX_POLICY_BYTES) })
  const isInText = HAVE_SUGGESTION.has(code)
  return suggestion === '' || isInText ? finding : t('editor.didYouMean', { finding, suggestion })
}

function toDiagnostic(policyFinding: PolicyFinding, t: Translate<'policies'>): Diagnostic {
  const { code, severity, from, to } = policyFinding
  const message = findingText(policyFinding, t)
  const remove = (view: EditorView, at: number) => view.dispatch({ changes: propertyRemoval(view.state, at) })
  return {
    from,
    to,
    severity,
    message,
    ...(code === 'EmptyField' && { actions: [{ name: t('editor.removeField'), apply: remove }] }),
  }
}
