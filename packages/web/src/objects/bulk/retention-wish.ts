import type { ObjectsChange } from '@cooperage/contract'
import { isRealDate } from '../../shared/fields/calendar-date.ts'
import { endOfRetention } from '../detail/retention-form.ts'

/** What is typed for many objects at once; '' while nothing is chosen. */
export interface RetentionWish {
  how: '' | 'governance' | 'compliance' | 'end'
  /** `2027-02-28`, '' while it is not complete. */
  date: string
  /** Also where that shortens a governance retention. */
  bypass: boolean
}

type WishProblem = 'choose' | 'dateMissing' | 'datePast' | 'bypassLacks'

/** Why it cannot be sent; undefined when it can. Ending takes the permission to bypass. */
export function wishProblem({ how, date }: RetentionWish, mayBypass: boolean, now: number): WishProblem | undefined {
  if (how === '') return 'choose'
  if (how === 'end') return mayBypass ? undefined : 'bypassLacks'
  if (!isRealDate(date)) return 'dateMissing'
  return Date.parse(endOfRetention(date)) <= now ? 'datePast' : undefined
}

/** The change that is wished; undefined while it cannot be sent. */
export function changeOfWish({ how, date, bypass }: RetentionWish): ObjectsChange | undefined {
  if (how === '') return undefined
  if (how === 'end') return { kind: 'endRetention' }
  return { kind: 'retention', mode: how, expires: endOfRetention(date), governance_bypass: bypass }
}
