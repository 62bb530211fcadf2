import type { User, UserStatus } from '@cooperage/contract'

export interface UserFilter {
  search: string
  /** Whether the search finds letters of either case. */
  ignoresCase: boolean
  /** '' for any. */
  status: UserStatus | ''
  /** Name of a policy or group, '' for any, {@link WITHOUT} for none at all. */
  policy: string
  group: string
}

export const NO_FILTER: UserFilter = { search: '', ignoresCase: false, status: '', policy: '', group: '' }

/** The filter value for having no policy or group. None has a comma in its name. */
export const WITHOUT = ','

/** Case-sensitive unless the visitor chooses otherwise (spec identity-and-settings 2). */
export function filterUsers(users: readonly User[], filter: UserFilter): readonly User[] {
  const { search, ignoresCase, status, policy, group } = filter
  const wanted = ignoresCase ? search.toLowerCase() : search
  return users.filter(
    (user) =>
      (ignoresCase ? user.accessKey.toLowerCase() : user.accessKey).includes(wanted) &&
      (status === '' || user.status === status) &&
      has(user.policy, policy) &&
      has(user.memberOf, group),
  )
}

function has(names: readonly string[], wanted: string): boolean {
  if (wanted === '') return true
  return wanted === WITHOUT ? names.length === 0 : names.includes(wanted)
}

/** What the users have of one kind, sorted. */
export function namesAmong(users: readonly User[], kind: 'policy' | 'memberOf'): string[] {
  return [...new Set(users.flatMap((user) => user[kind]))].sort()
}
