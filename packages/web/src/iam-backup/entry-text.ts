/** The one-line description of an entry of a preview or result. */
import type { IamDifference, IamKind, IamPlanEntry, IamResultEntry } from '@cooperage/contract'
import type { Translate } from '../messages/use-texts.ts'
import { formatCount, formatDate } from '../shared/text/numbers.ts'
import { comma, named } from '../shared/text/punctuation.ts'
import { plainName } from '../shared/text/visible-name.ts'

/** Names that a line lists before it only counts. */
const SHOWN = 3

export function namesText(t: Translate<'iamBackup'>, names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map(plainName).join(', ')
  const more = names.length - SHOWN
  return more > 0 ? t('preview.warnOwnMore', { names: shown, count: more }) : shown
}

function differenceText(t: Translate<'iamBackup'>, kind: IamKind, { field, before, after }: IamDifference): string {
  if (kind === 'policies') return t('values.document')
  const text = () => {
    switch (field) {
      case 'secretKey':
        return t('values.secretKey')
      case 'claims':
        return t('values.claims')
      case 'policy':
        if (before.length > 0 && after.length > 0) return t('values.changes')
        return before.length > 0 ? t('values.policyRemoved') : t('values.policyAdded')
      case 'members':
      case 'policies':
        return listText(t, before, after)
      default:
        return arrow(valueText(t, field, before), valueText(t, field, after))
    }
  }
  const arrow = (one: string, other: string) => t('values.arrow', { before: one, after: other })
  return named(t(`fields.${field}`), text())
}

/** What an import would do to an entry. */
export function planText(t: Translate<'iamBackup'>, entry: IamPlanEntry): string {
  if (entry.change === 'keep') return t('preview.kept')
  if (entry.change === 'skip') return reasonText(t, entry)
  return entry.differences.map((one) => differenceText(t, entry.kind, one)).join('; ')
}

/** Why an entry wasn't imported, or not in full; '' if it was. */
export function resultText(t: Translate<'iamBackup'>, entry: IamResultEntry): string {
  if (entry.outcome === 'skipped') return reasonText(t, entry)
  if (entry.outcome === 'done' || entry.outcome === 'unknown') return ''
  const reason = entry.message === '' ? t('result.unexplained') : plainName(entry.message)
  const fields = entry.remaining.map(({ field }) => t(`fields.${field}`)).join(comma())
  return fields === '' ? reason : `${reason} ${t('result.remaining', { fields })}`
}

/** Why an entry is left out. */
export function reasonText(
  t: Translate<'iamBackup'>,
  { skipReason, skipDetails }: Pick<IamPlanEntry, 'skipReason' | 'skipDetails'>,
) {
  return skipReason === '' ? '' : t(`reasons.${skipReason}`, { names: namesText(t, skipDetails) })
}

function listText(t: Translate<'iamBackup'>, before: readonly string[], after: readonly string[]): string {
  const added = after.filter((name) => !before.includes(name))
  const removed = before.filter((name) => !after.includes(name))
  const parts = [
    ...(added.length > 0 ? [t('values.added', { names: namesText(t, added) })] : []),
    ...(removed.length > 0 ? [t('values.removed', { names: namesText(t, removed) })] : []),
  ]
  return parts.join(comma())
}

export function valueText(
  t: Translate<'iamBackup'>,
  field: IamDifference['field'],
  [value = '']: readonly string[],
): string {
  if (field === 'expiry') return value === '' ? t('values.never') : formatDate(value)
  if (field === 'status') return value === 'disabled' ? t('values.disabled') : t('values.enabled')
  return value === '' ? t('values.none') : plainName(value)
}

export function countOf<T>(rows: readonly T[], isCounted: (row: T) => boolean): string {
  return formatCount(rows.filter(isCounted).length)
}
