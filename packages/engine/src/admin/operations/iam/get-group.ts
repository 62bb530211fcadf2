import { jsonResponse } from '../../../http/response.ts'
import { iamError } from '../../../iam/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { timeText } from '../../times.ts'

/** Omits the policies of a disabled group, which don't apply. */
export const getGroup: AdminOperation = async ({ engine: { iam }, query }) => {
  const name = query.get('group') ?? ''
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
