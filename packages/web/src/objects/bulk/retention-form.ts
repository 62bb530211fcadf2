import type { ObjectsChange } from '@cooperage/contract'
import { isRealDate } from '../../shared/fields/calendar-date.ts'
import { endOfRetention } from '../detail/retention-form.ts'

/** What is typed for many objects at once; '' while nothing is chosen. */
export interface RetentionForm {
  how: '' | 'governance' | 'compliance' | 'end'
  /** `2027-02-28`, '' while it is not complete. */
  date: string
  /** Also where that shortens a governance retention. */
  bypass: boolean
}

type RetentionFormProblem = 'choose' | 'dateMissing' | 'datePast' | 'bypassLacks'

/** Why it cannot be sent; undefined when it can. Ending takes the permission to bypass. */
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

/** The change that the form describes; undefined while it cannot be sent. */
export function changeOfRetention({ how, date, bypass }: RetentionForm): ObjectsChange | undefined {
  if (how === '') return undefined
  if (how === 'end') return { kind: 'endRetention' }
  return { kind: 'retention', mode: how, expires: endOfRetention(date), governance_bypass: bypass }
}
