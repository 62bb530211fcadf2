import type { AccessKind, Decision, PermissionSummary } from '@cooperage/contract'
import type { Translate } from '../../messages/use-texts.ts'
import type { CsvTable } from '../../shared/csv.ts'
import { comma, named } from '../../shared/text/punctuation.ts'
import type { StatementAt } from './use-statement-names.ts'

/** The summary of effective permissions as a table for a file. `nameOf` names a statement. */
export function permissionsTable(
  { fullAccess, resources, administration, decisions }: PermissionSummary,
  t: Translate<'effective'>,
  nameOf: (at: StatementAt) => string,
): CsvTable {
  // Very many entries have the same, and translating takes most of the time.
  const yes = t('csv.yes')
  const everywhere = t('everywhere')
  const decided = remembered((index: number) => decisionText(decisions[index], t, nameOf))
  const kindsText = remembered((joined: string) => {
    if (joined === '') return ''
    return (joined.split(' ') as AccessKind[]).map((kind) => t(`kinds.${kind}`)).join(comma())
  })
  const marks = (one: { isConditional: boolean; isNarrowed: boolean; decision: number }) => [
    one.isConditional ? yes : '',
    one.isNarrowed ? yes : '',
    decided(one.decision),
  ]
  // Computed when they are written: there can be hundreds of thousands.
  function* rows() {
    for (const one of fullAccess) yield [t(`fullAccess.${one.scope}`), '', t('csv.everything'), ...marks(one)]
    for (const one of resources) {
      yield [
        one.resource === '*' ? everywhere : one.resource,
        one.except.join(', '),
        kindsText(one.kinds.join(' ')),
        kindsText(one.conditionalKinds.join(' ')),
        one.isNarrowed ? yes : '',
        decided(one.decision),
      ]
    }
    for (const one of administration) yield [t(`areas.${one.area}`), '', one.actions.join(', '), ...marks(one)]
  }
  return [
    [t('csv.resource'), t('csv.except'), t('csv.access'), t('conditional'), t('narrowed'), t('csv.decided')],
    rows(),
  ]
}

function decisionText(
  decision: Decision | undefined,
  t: Translate<'effective'>,
  nameOf: (at: StatementAt) => string,
): string {
  if (decision === undefined) return ''
  const { allows, denies, hasMore } = decision
  const parts = [
    ...(allows.length > 0 ? [named(t('allowedBy'), allows.map(nameOf).join(comma()))] : []),
    ...(denies.length > 0 ? [named(t('deniedBy'), denies.map(nameOf).join(comma()))] : []),
    ...(hasMore ? [t('furtherStatements')] : []),
  ]
  return parts.join('; ')
}

function remembered<Key>(textOf: (key: Key) => string): (key: Key) => string {
  const texts = new Map<Key, string>()
  return (key) => {
    const text = texts.get(key) ?? textOf(key)
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
