import { jsonResponse } from '../../../http/response.ts'
import { iamError } from '../../../iam/errors.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { type JsonBody, JsonBodyError, readJsonBody } from '../../json-body.ts'
import { requireBuiltIn } from '../../ldap.ts'
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

/** With a directory, its groups that have policies. */
export const listGroups: AdminOperation = async ({ engine: { iam, ldap } }) => {
  if (ldap === undefined) return jsonResponse(iam.groups.names())
  const mapped = iam.mappings.all('group').map(({ name }) => name)
  return jsonResponse(mapped.filter((name) => ldap.isGroupDn(name)).sort())
}

export const setGroupStatus: AdminOperation = async ({ engine: { iam, ldap }, query }) => {
  const group = query.get('group') ?? ''
  const status = query.get('status') ?? ''
  if (status !== 'enabled' && status !== 'disabled') throw iamError('InvalidArgument')
  requireBuiltIn(ldap)
  if (group === '') throw iamError('InvalidArgument')
  await iam.groups.setEnabled(group, status === 'enabled')
  return { status: 200 }
}

/** Adds members and creates the group if necessary, or removes members. Removing none deletes the empty group. */
export const updateGroupMembers: AdminOperation = async (call) => {
  const { iam, ldap } = call.engine
  const { groups } = iam
  const body = await readBody(call)
  requireBuiltIn(ldap)
  const [group, members] = [body.text('group'), body.texts('members')]
  if (body.flag('isRemove')) await groups.remove(group, members)
  else await groups.add(group, members)
  return { status: 200 }
}

async function readBody(call: AdminCall): Promise<JsonBody> {
  const bytes = await call.body()
  try {
    const body = readJsonBody(bytes)
    body.text('group')
    body.texts('members')
    body.flag('isRemove')
    return body
  } catch (cause) {
    if (!(cause instanceof JsonBodyError)) throw cause
    throw adminError('InvalidRequest', undefined, { cause })
  }
}
