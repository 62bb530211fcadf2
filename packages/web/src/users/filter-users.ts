import type { User, UserStatus } from '@cooperage/contract'

export interface UserFilter {
  /** '' for any. */
  status: UserStatus | ''
  /** Name of a policy or group, '' for any, {@link WITHOUT} for none at all. */
  policy: string
  group: string
}

export const NO_FILTER: UserFilter = { status: '', policy: '', group: '' }

/** The filter value for having no policy or group. None has a comma in its name. */
export const WITHOUT = ','

export function filterUsers(users: readonly User[], filter: UserFilter): readonly User[] {
  const { status, policy, group } = filter
  return users.filter(
    (user) => (status === '' || user.status === status) && has(user.policy, policy) && has(user.memberOf, group),
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
