import type { ObjectsChange } from '@cooperage/contract'
import { isRealDate } from '../../shared/fields/calendar-date.ts'
import { endOfRetention } from '../detail/retention-form.ts'

/** The values of the form; '' if nothing is chosen. */
export interface RetentionForm {
  how: '' | 'governance' | 'compliance' | 'end'
  /** `2027-02-28`, '' while incomplete. */
  date: string
  /** Even if it shortens a governance retention. */
  bypass: boolean
}

type RetentionFormProblem = 'choose' | 'dateMissing' | 'datePast' | 'bypassLacks'

/** Why the form can't be submitted; undefined if it can. Removing a retention needs the permission to bypass it. */
export function retentionFormProblem(
  { how, date }: RetentionForm,
  mayBypass: boolean,
  now: number,
): RetentionFormProblem | undefined {
  if (how === '') return 'choose'
  if (how === 'end') return mayBypass ? undefined : 'bypassLacks'
  if (!isRealDate(date)) return 'dateMissing'
  return Date.parse(endOfRetention(date)) <= now ? 'datePast' : undefined
}

/** The change that the form describes; undefined if it can't be submitted. */
export function changeOfRetention({ how, date, bypass }: RetentionForm): ObjectsChange | undefined {
  if (how === '') return undefined
  if (how === 'end') return { kind: 'endRetention' }
  return { kind: 'retention', mode: how, expires: endOfRetention(date), governance_bypass: bypass }
}
