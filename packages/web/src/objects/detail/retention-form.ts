import { isRealDate } from '../../shared/fields/calendar-date.ts'

export type RetentionMode = 'governance' | 'compliance'

/** The stored retention of a version: '' if there is none. */
export interface StoredRetention {
  mode: RetentionMode | ''
  /** ISO 8601. */
  until: string
}

/** The values of the form. */
export interface RetentionForm {
  isOn: boolean
  mode: RetentionMode | ''
  /** `2027-02-28`, '' while incomplete. */
  date: string
}

type RetentionProblem = 'typeMissing' | 'dateMissing' | 'datePast' | 'shortened'

export function retentionFormOf({ mode, until }: StoredRetention): RetentionForm {
  return { isOn: mode !== '', mode, date: mode === '' ? '' : until.slice(0, 10) }
}

/** The last moment of the chosen day in UTC: the stored date must not depend on the user's time zone. */
export function endOfRetention(date: string): string {
  return `${date}T23:59:59Z`
}

/** Why the form can't be submitted (spec object-browser 5); undefined if it can. Compliance retention can't be shortened. */
export function retentionProblem(
  { isOn, mode, date }: RetentionForm,
  stored: StoredRetention,
  now: number,
): RetentionProblem | undefined {
  if (!isOn) return undefined
  if (mode === '') return 'typeMissing'
  if (!isRealDate(date)) return 'dateMissing'
  const end = Date.parse(endOfRetention(date))
  if (stored.mode === 'compliance' && end < Date.parse(stored.until)) return 'shortened'
  return end <= now ? 'datePast' : undefined
}

/** Whether the values weaken an active governance retention, which needs its own permission. */
export function bypassesGovernance({ isOn, date }: RetentionForm, stored: StoredRetention, now: number): boolean {
  const lasts = stored.mode === 'governance' && Date.parse(stored.until) > now
  if (!lasts) return false
  return !isOn || (isRealDate(date) && Date.parse(endOfRetention(date)) < Date.parse(stored.until))
}
