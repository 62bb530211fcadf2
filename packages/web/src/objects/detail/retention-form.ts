import { isRealDate } from '../../shared/fields/calendar-date.ts'

export type RetentionMode = 'governance' | 'compliance'

/** The retention of a version as it is stored: '' where there is none. */
export interface StoredRetention {
  mode: RetentionMode | ''
  /** ISO 8601. */
  until: string
}

/** A retention as it is typed. */
export interface RetentionForm {
  isOn: boolean
  mode: RetentionMode | ''
  /** `2027-02-28`, '' while it is not complete. */
  date: string
}

export type RetentionProblem = 'typeMissing' | 'dateMissing' | 'datePast' | 'shortened'

export function retentionFormOf({ mode, until }: StoredRetention): RetentionForm {
  return { isOn: mode !== '', mode, date: mode === '' ? '' : until.slice(0, 10) }
}

/** The last moment of the chosen day, by UTC: what is stored must not depend on where somebody sat who chose it. */
export function endOfRetention(date: string): string {
  return `${date}T23:59:59Z`
}

/** Why it cannot be sent (spec object-browser 5); undefined when it can. Nobody can shorten compliance: no storage is asked. */
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

/** Whether what is typed takes something from a governance retention that still lasts: that needs a permission of its own. */
export function bypassesGovernance({ isOn, date }: RetentionForm, stored: StoredRetention, now: number): boolean {
  const lasts = stored.mode === 'governance' && Date.parse(stored.until) > now
  if (!lasts) return false
  return !isOn || (isRealDate(date) && Date.parse(endOfRetention(date)) < Date.parse(stored.until))
}
