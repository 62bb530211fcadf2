import type { Directory } from '@cooperage/directory'
import { jsonResponse } from '../../../http/response.ts'
import { iamError } from '../../../iam/errors.ts'
import { type Iam, isDerivedKey } from '../../../iam/iam.ts'
import { hasOuterSpace } from '../../../iam/names.ts'
import { mentionsBucket } from '../../../iam/policies.ts'
import type { UserDescription } from '../../../iam/users.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { JsonBodyError, readJsonBody } from '../../json-body.ts'
import { describeLdapUser, requireBuiltIn } from '../../ldap.ts'
import { NO_TIME, timeText } from '../../times.ts'

/** The description of a user in responses. */
function userEntry({ enabled, policies, groups, updatedAt }: UserDescription): object {
  return {
    ...(policies.length === 0 ? {} : { policyName: policies.join(',') }),
    status: enabled ? 'enabled' : 'disabled',
    ...(groups.length === 0 ? {} : { memberOf: groups }),
    updatedAt: updatedAt === undefined ? NO_TIME : timeText(updatedAt),
  }
}

/**
 * Creates a user, or changes the secret and status of an existing one. Users change their own secret with this call, unless a
 * policy denies it. Service accounts and sessions can't change their parent, so a stolen session can't take over an account.
 */
export const addUser: AdminOperation = async (call) => {
  const { engine, caller, query, allows } = call
  const { iam, root } = engine
  const name = query.get('accessKey') ?? ''
  const isDerived = caller.kind === 'temporary' || caller.kind === 'service-account'
  if (name === root.accessKey || isDerivedKey(iam, name) || (isDerived && caller.account === name))
    throw iamError('RootAccessKey')
  if (iam.users.get(name) === undefined && hasOuterSpace(name)) throw iamError('NameInvalid')
  const isOwn = name === caller.accessKey
  if (!(isOwn ? allows.unlessDenied('admin:CreateUser') : allows('admin:CreateUser'))) throw s3Error('AccessDenied')

  const user = await readUser(call)
  requireBuiltIn(engine.ldap)
  await iam.users.set(name, user, { isOwn })
  return { status: 200 }
}

async function readUser(call: AdminCall): Promise<{ secretKey: string; enabled: boolean }> {
  const bytes = await call.encryptedBody()
  try {
    const body = readJsonBody(bytes)
    // MinIO ignores the field; separate calls attach policies.
    if (body.text('policy') !== '') throw s3Error('NotImplemented', 'AddUser does not attach policies')
    return { secretKey: body.text('secretKey'), enabled: ['enabled', 'on'].includes(body.text('status')) }
  } catch (cause) {
    if (!(cause instanceof JsonBodyError)) throw cause
    throw adminError('XMinioAdminConfigBadJSON', undefined, { cause })
  }
}

export const getUserInfo: AdminOperation = async ({ engine: { iam, ldap }, caller, query, allows }) => {
  const name = query.get('accessKey') ?? ''
  const isOwn = name === caller.accessKey
  if (!(isOwn ? allows.unlessDenied('admin:GetUser') : allows('admin:GetUser'))) throw s3Error('AccessDenied')
  if (name === '') throw iamError('InvalidArgument')
  if (iam.serviceAccounts.get(name) !== undefined) throw iamError('ActionNotAllowed')
  return jsonResponse(userEntry(ldap === undefined ? iam.users.describe(name) : describeLdapUser(iam, name)))
}

/** Lists all users; with `bucket`, only users with policies that match it, and only those policies. */
export const listUsers: AdminOperation = async ({ engine: { iam, ldap }, query, encryptedResponse }) => {
  const bucket = query.get('bucket')
  if (bucket === '') throw iamError('InvalidArgument')
  const all = ldap === undefined ? iam.users.describeAll() : ldapUsers(iam, ldap)
  const users = all.flatMap(([name, user]) => {
    if (bucket === null) return [[name, userEntry(user)] as const]
    const policies = policiesForBucket(iam, bucket, user)
    return policies.length === 0 ? [] : [[name, userEntry({ ...user, policies, updatedAt: undefined })] as const]
  })
  return encryptedResponse(Object.fromEntries(users))
}

/** Users of the directory that have policies. */
function ldapUsers({ mappings }: Iam, ldap: Directory): [name: string, user: UserDescription][] {
  return mappings
    .all('external')
    .filter(({ name }) => ldap.isUserDn(name))
    .map(({ name, policies }) => [name, { enabled: true, policies, groups: [], updatedAt: undefined }])
}

/** As in MinIO, the policies of groups count only for users with their own policies. */
function policiesForBucket(
  { mappings, policies }: Iam,
  bucket: string,
  { policies: own, groups }: UserDescription,
): string[] {
  if (own.length === 0) return []
  const all = [...own, ...groups.flatMap((group) => mappings.of('group', group)?.policies ?? [])]
  return all.filter((policy) => {
    const document = policies.get(policy)?.document
    return document !== undefined && mentionsBucket(document, bucket)
  })
}

export const removeUser: AdminOperation = async ({ engine: { iam }, caller, query }) => {
  const name = query.get('accessKey') ?? ''
  // Users can't remove themselves. Root isn't a user and is reported as missing.
  if (isDerivedKey(iam, name) || (name === caller.accessKey && !caller.isRoot)) throw iamError('ActionNotAllowed')
  await iam.users.remove(name)
  return { status: 200 }
}

export const setUserStatus: AdminOperation = async ({ engine: { iam, ldap }, caller, query }) => {
  requireBuiltIn(ldap)
  const name = query.get('accessKey') ?? ''
  const status = query.get('status') ?? ''
  // Users can't disable themselves.
  if (name === caller.accessKey) throw iamError('InvalidArgument')
  if (name !== '' && status !== 'enabled' && status !== 'disabled') throw iamError('InvalidArgument')
  if (iam.serviceAccounts.get(name) !== undefined) throw iamError('ActionNotAllowed')
  await iam.users.setEnabled(name, status === 'enabled')
  return { status: 200 }
}
