/** What the lists of keys of several users have in common. */
import type { AdminCall } from '../../call.ts'
import { endText } from '../../times.ts'

/** What each kind of list has: service accounts, temporary credentials. */
export const LISTED_KINDS: ReadonlyMap<string, readonly [service: boolean, temporary: boolean]> = new Map([
  ['users-only', [false, false]],
  ['svcacc-only', [true, false]],
  ['sts-only', [false, true]],
  ['all', [true, true]],
])

/** A key in a list; who has it is said above the list, the rest is for the call about one key. */
export interface ListedKey {
  parentUser: ''
  accountStatus: ''
  impliedPolicy: false
  accessKey: string
  expiration: string
}

export function listedKey(accessKey: string, expiresAt: number | undefined): ListedKey {
  return { parentUser: '', accountStatus: '', impliedPolicy: false, accessKey, expiration: endText(expiresAt) }
}

export function orNull(keys: ListedKey[]): ListedKey[] | null {
  return keys.length === 0 ? null : keys
}

/** Whether only keys of the caller's own account are asked for. */
export function isOwnKeysQuery({ caller, query }: AdminCall): boolean {
  const [first, ...others] = query.getAll('users')
  if (query.get('all') === 'true' || others.length > 0) return false
  return first === undefined || first === caller.accessKey || first === caller.account
}
