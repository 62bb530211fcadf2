import { jsonResponse } from '../../../http/response.ts'
import { iamError } from '../../../iam/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { NO_TIME, timeText } from '../../times.ts'

/**
 * Omits the policies of a disabled group, which don't apply. Of a directory's group only the policies are known, and any name
 * is taken for one.
 */
export const getGroup: AdminOperation = async ({ engine: { iam, ldap }, query }) => {
  const name = query.get('group') ?? ''
  if (ldap !== undefined) {
    const { policies = [], updatedAt } = iam.mappings.of('group', name) ?? {}
    const time = updatedAt === undefined ? NO_TIME : timeText(updatedAt)
    return jsonResponse({ name, status: '', members: null, policy: policies.join(','), updatedAt: time })
  }
  const group = iam.groups.get(name)
  if (group === undefined) throw iamError('NoSuchGroup')
  const policies = group.enabled ? (iam.mappings.of('group', name)?.policies ?? []) : []
  return jsonResponse({
    name,
    status: group.enabled ? 'enabled' : 'disabled',
    members: group.members,
    policy: policies.join(','),
    updatedAt: timeText(group.updatedAt),
  })
}
