import '../messages/en/tenants.ts'
import {
  getTenant,
  getTenantYaml,
  listTenants,
  MAX_YAML,
  mergeTenantYaml,
  setTenantYaml,
  type YamlMergePart,
} from '@cooperage/contract'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiMutation, useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { CodeEditor } from '../shared/code-editor/CodeEditor.tsx'
import { ErrorState } from '../shared/ErrorState.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { LineDiff } from '../shared/line-diff/LineDiff.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { changedLines } from './changed-lines.ts'
import { YamlMerge } from './YamlMerge.tsx'
import { yamlFindings } from './yaml-findings.ts'
import { conflictsOf, mergedText, type YamlVersion } from './yaml-merge.ts'

interface YamlDialogProps {
  namespace: string
  tenant: string
  onClose: () => void
}

interface Merge {
  /** What the merged text is based on. */
  current: string
  parts: readonly YamlMergePart[]
}

/** The tenant as YAML. What others have changed since is kept; where both have changed the same lines, a person chooses. */
export function YamlDialog({ namespace, tenant, onClose }: YamlDialogProps) {
  const t = useTexts('tenants')
  const params = { namespace, tenant }
  const stored = useApiQuery(
    getTenantYaml,
    { params },
    { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' },
  )
  const [edited, setEdited] = useState<string>()
  const [base, setBase] = useState<string>()
  const [merging, setMerging] = useState<Merge>()
  const [chosen, setChosen] = useState<readonly (YamlVersion | undefined)[]>([])
  const [notice, setNotice] = useState<{ text: string }>()
  const original = base ?? stored.data?.yaml ?? ''
  const continueWith = ({ current, parts }: Merge, versions: readonly YamlVersion[]) => {
    setBase(current)
    setEdited(mergedText(parts, versions))
    setMerging(undefined)
    setNotice({ text: t('yaml.merge.done') })
  }
  const merge = useApiMutation(mergeTenantYaml, {
    onSuccess: (result) => {
      save.reset()
      setChosen([])
      if (conflictsOf(result.parts).length > 0) setMerging(result)
      else continueWith(result, [])
    },
  })
  const save = useChange(setTenantYaml, {
    changes: [getTenant, listTenants, getTenantYaml],
    notice: t('yaml.saved', { tenant }),
    onDone: onClose,
    onError: (error) => {
      if (error.code === 'YamlConflict') merge.mutate({ params, body: { yaml: text, base: original } })
    },
  })
  const text = edited ?? original
  const changes = changedLines(original, text)
  // Comparing a long text takes a moment, during which typing continues.
  const compared = useDeferredValue(text)
  const lintSource = useMemo(
    () => yamlFindings({ namespace, tenant, original, unchecked: (reason) => t('yaml.unchecked', { reason }) }),
    [namespace, tenant, original, t],
  )
  const reason =
    text.trim() === ''
      ? t('yaml.empty')
      : text.length > MAX_YAML
        ? t('yaml.tooLong')
        : text === original
          ? t('yaml.unchanged')
          : undefined
  if (merging !== undefined) {
    const conflicts = conflictsOf(merging.parts)
    const versions = chosen.filter((version) => version !== undefined)
    return (
      <ModalForm
        key="merge"
        title={t('yaml.merge.title', { tenant })}
        onClose={onClose}
        onSubmit={() => continueWith(merging, versions)}
        submitLabel={t('yaml.merge.use')}
        back={{ label: t('yaml.merge.back'), onClick: () => setMerging(undefined) }}
        disabledReason={versions.length < conflicts.length ? t('yaml.merge.missing') : undefined}
        isWidest
        isKeptOpen
      >
        <YamlMerge conflicts={conflicts} chosen={chosen} onChoose={setChosen} />
      </ModalForm>
    )
  }
  return (
    <ModalForm
      title={t('yaml.title', { tenant })}
      onClose={onClose}
      onSubmit={() => save.mutate({ params, body: { yaml: text, base: original } })}
      submitLabel={t('yaml.save')}
      call={{ isPending: save.isPending || merge.isPending, error: save.error ?? merge.error }}
      disabledReason={reason}
      isErrorKept
      notice={notice}
      isWide
      isKeptOpen={text !== original}
    >
      {stored.error && !stored.data && (
        <ErrorState error={stored.error} onRetry={() => void stored.refetch()} isRetrying={stored.isFetching} />
      )}
      {stored.isFetching && edited === undefined ? (
        <Loading />
      ) : (
        stored.data && (
          <CodeEditor
            language="yaml"
            label={t('yaml.field')}
            description={t('yaml.hint')}
            value={text}
            onChange={setEdited}
            lintSource={lintSource}
          />
        )
      )}
      <p className={layout.note} role="status">
        {changes > 0 && t('yaml.changes', { count: changes, number: formatCount(changes) })}
      </p>
      {changes > 0 && <LineDiff label={t('yaml.difference')} before={original} after={compared} />}
    </ModalForm>
  )
}
