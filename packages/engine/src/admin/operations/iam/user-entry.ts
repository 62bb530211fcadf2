import type { UserDescription } from '../../../iam/users.ts'
import { NO_TIME, timeText } from '../../times.ts'

/** The description of a user in responses. */
export function userEntry({ enabled, policies, groups, updatedAt }: UserDescription): object {
  return {
    ...(policies.length === 0 ? {} : { policyName: policies.join(',') }),
    status: enabled ? 'enabled' : 'disabled',
    ...(groups.length === 0 ? {} : { memberOf: groups }),
    updatedAt: updatedAt === undefined ? NO_TIME : timeText(updatedAt),
  }
}
