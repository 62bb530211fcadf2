import type { EffectivePermissions } from '@cooperage/contract'
import type { Translate } from '../../messages/use-texts.ts'
import type { CsvTable } from '../../shared/csv.ts'
import { comma, named } from '../../shared/text/punctuation.ts'
import { type Decision, decisionsIn } from './decisions.ts'
import type { StatementAt } from './use-statement-names.ts'

/** The summary of effective permissions as a table for a file. `nameOf` names a statement. */
export function permissionsTable(
  { summary: { fullAccess, resources, administration }, policies }: Pick<EffectivePermissions, 'summary' | 'policies'>,
  t: Translate<'effective'>,
  nameOf: (at: StatementAt) => string,
): CsvTable {
  const yes = (is: boolean) => (is ? t('csv.yes') : '')
  const decisions = decisionsIn(policies, resources)
  const decided = decisionTexts(t, nameOf)
  return [
    [t('csv.resource'), t('csv.except'), t('csv.access'), t('conditional'), t('narrowed'), t('csv.decided')],
    [
      ...fullAccess.map((one) => [
        t(`fullAccess.${one.scope}`),
        '',
        t('csv.everything'),
        yes(one.isConditional),
        yes(one.isNarrowed),
        decided(decisions.ofScope(one)),
      ]),
      ...resources.map((one) => [
        one.resource === '*' ? t('everywhere') : one.resource,
        one.except.join(', '),
        one.kinds.map((kind) => t(`kinds.${kind}`)).join(comma()),
        one.conditionalKinds.map((kind) => t(`kinds.${kind}`)).join(comma()),
        yes(one.isNarrowed),
        decided(decisions.ofResource(one)),
      ]),
      ...administration.map((one) => [
        t(`areas.${one.area}`),
        '',
        one.actions.join(', '),
        yes(one.isConditional),
        '',
        decided(decisions.ofArea(one)),
      ]),
    ],
  ]
}

/** Writes decisions. Many entries have the same, and translating takes most of the time. */
function decisionTexts(t: Translate<'effective'>, nameOf: (at: StatementAt) => string): (of: Decision) => string {
  const texts = new Map<string, string>()
  return (decision) => {
    const key = JSON.stringify(decision)
    const known = texts.get(key)
    if (known !== undefined) return known
    const { allows, denies, hasMore } = decision
    const parts = [
      ...allows.map((at) => named(t('statement.allow'), nameOf(at))),
      ...denies.map((at) => named(t('statement.deny'), nameOf(at))),
      ...(hasMore ? [t('furtherStatements')] : []),
    ]
    const text = parts.join('; ')
    texts.set(key, text)
    return text
  }
}

/** The bucket and the folder that a resource pattern names; undefined if its bucket has a wildcard or a variable. */
export function placeOfResource(resource: string): { bucket: string; prefix: string } | undefined {
  const [start = ''] = resource.split(/[*?]|\$\{/, 1)
  const slash = start.indexOf('/')
  if (slash < 0) return start === resource && start !== '' ? { bucket: start, prefix: '' } : undefined
  if (slash === 0) return undefined
  const path = start.slice(slash + 1)
  return { bucket: start.slice(0, slash), prefix: path.slice(0, path.lastIndexOf('/') + 1) }
}
