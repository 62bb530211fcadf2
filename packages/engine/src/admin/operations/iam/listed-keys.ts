/** Shared parts of the calls that list the keys of several users. */
import type { AdminCall } from '../../call.ts'
import { expiryText } from '../../times.ts'

/** Which keys each list type includes. */
export const LISTED_KINDS: ReadonlyMap<string, readonly [service: boolean, temporary: boolean]> = new Map([
  ['users-only', [false, false]],
  ['svcacc-only', [true, false]],
  ['sts-only', [false, true]],
  ['all', [true, true]],
])

/** A key in a list grouped by parent. The empty fields are filled only in descriptions of single keys. */
export interface ListedKey {
  parentUser: ''
  accountStatus: ''
  impliedPolicy: false
  accessKey: string
  expiration: string
  name?: string
  description?: string
}

export function listedKey(accessKey: string, expiresAt: number | undefined): ListedKey {
  return { parentUser: '', accountStatus: '', impliedPolicy: false, accessKey, expiration: expiryText(expiresAt) }
}

export function orNull(keys: ListedKey[]): ListedKey[] | null {
  return keys.length === 0 ? null : keys
}

/** Whether the query asks only for keys of the caller's account. */
export function isOwnKeysQuery({ caller, query }: AdminCall): boolean {
  const [first, ...others] = query.getAll('users')
  if (query.get('all') === 'true' || others.length > 0) return false
  return first === undefined || first === caller.accessKey || first === caller.account
}
