import { type addLifecycleRule, MAX_LIFECYCLE_DAYS } from '@cooperage/contract'
import type { CallInput } from '../../shared/api/call.ts'
import { isRealDate } from '../../shared/fields/calendar-date.ts'
import { arePairsValid, type Pair, queryString } from '../../shared/fields/pairs.ts'

export type RuleKind = 'expiry' | 'transition'

/** The values of the form. */
export interface RuleForm {
  kind: RuleKind
  by: 'days' | 'date'
  days: string
  /** `2027-02-28`; '' if empty. */
  date: string
  noncurrentDays: string
  storageClass: string
  /** '' keeps the storage class. */
  noncurrentClass: string
  prefix: string
  tags: Pair[]
  deleteMarker: boolean
}

export const EMPTY_RULE: RuleForm = {
  kind: 'expiry',
  by: 'days',
  days: '',
  date: '',
  noncurrentDays: '',
  storageClass: '',
  noncurrentClass: '',
  prefix: '',
  tags: [],
  deleteMarker: false,
}

export type RuleProblem = 'dateMissing' | 'daysMissing' | 'noncurrentWrong' | 'classMissing' | 'tagsWrong'

/** Whether a text is a valid number of days: an integer of at least 1. */
export function isDays(text: string): boolean {
  const days = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isInteger(days) && days >= 1 && days <= MAX_LIFECYCLE_DAYS
}

/**
 * Why the form can't be submitted; undefined if it can. A date must be valid, days must be at least 1, and a transition needs a
 * storage class too (spec core-console 5).
 */
export function ruleProblem(form: RuleForm): RuleProblem | undefined {
  if (form.by === 'date' && !isRealDate(form.date)) return 'dateMissing'
  if (form.by === 'days' && !isDays(form.days)) return 'daysMissing'
  if (form.noncurrentDays.trim() !== '' && !isDays(form.noncurrentDays)) return 'noncurrentWrong'
  if (form.kind === 'transition' && form.storageClass.trim() === '') return 'classMissing'
  return arePairsValid(form.tags) ? undefined : 'tagsWrong'
}

/** The request body for a form without a problem (spec core-console 7). */
export function toRule(form: RuleForm): NonNullable<CallInput<typeof addLifecycleRule>['body']> {
  const { kind, by, prefix, tags, deleteMarker } = form
  const common = { prefix, tags: queryString(tags), expired_object_delete_marker: deleteMarker }
  const days = Number(form.days)
  // The end of the chosen day; the storage server gets midnight.
  const date = `${form.date}T23:59:59Z`
  const noncurrentDays = form.noncurrentDays.trim() === '' ? undefined : Number(form.noncurrentDays)
  if (kind === 'expiry') {
    return {
      ...common,
      ...(by === 'date' ? { expiry_date: date } : { expiry_days: days }),
      ...(noncurrentDays !== undefined && { noncurrentversion_expiration_days: noncurrentDays }),
    }
  }
  return {
    ...common,
    ...(by === 'date' ? { transition_date: date } : { transition_days: days }),
    storage_class: form.storageClass.trim(),
    ...(noncurrentDays !== undefined && {
      noncurrentversion_transition_days: noncurrentDays,
      noncurrentversion_transition_storage_class: form.noncurrentClass.trim(),
    }),
  }
}
