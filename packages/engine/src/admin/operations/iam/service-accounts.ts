/** Calls about service accounts. */
import type { RequestContext } from '@cooperage/wire/policy'
import type { HttpResponse } from '../../../http/response.ts'
import { iamError, unclassified } from '../../../iam/errors.ts'
import type { Iam } from '../../../iam/iam.ts'
import { isLdapClaims, ldapClaims } from '../../../iam/ldap-claims.ts'
import { hasOuterSpace } from '../../../iam/names.ts'
import { ownPolicyText, servicePolicyText } from '../../../iam/policy-document.ts'
import type { ServiceAccountRecord } from '../../../iam/records.ts'
import type { NewServiceAccount, ServiceAccountUpdate } from '../../../iam/service-accounts.ts'
import { type Caller, claimsOf, groupsOf } from '../../../identity/caller.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { type JsonBody, JsonBodyError, readJsonBody } from '../../json-body.ts'
import { ldapLoginNameExpected, ldapNotEnabled, withDirectoryErrors } from '../../ldap.ts'
import type { AdminServices } from '../../services.ts'
import { expiryText } from '../../times.ts'
import { describeKey, mayDescribe } from './key-description.ts'

const MAX_NAME = 32
const MAX_DESCRIPTION = 256

interface GivenFields {
  name: string
  description: string
  /** Milliseconds since the epoch; zero and negative values mean never. */
  expiresAt: number | undefined
}

/** @throws WireError XMinioAdminConfigBadJSON with the reason */
async function readFields<Fields>(call: AdminCall, read: (body: JsonBody) => Fields): Promise<Fields> {
  const bytes = await call.encryptedBody()
  try {
    return read(readJsonBody(bytes))
  } catch (cause) {
    if (!(cause instanceof JsonBodyError)) throw cause
    const message = `JSON configuration provided is of incorrect format (${cause.message})`
    throw adminError('XMinioAdminConfigBadJSON', message, { cause })
  }
}

/** MinIO has one message for all invalid values. @throws WireError */
function checkFields({ name, description, expiresAt }: GivenFields): void {
  const isValidName = name === '' || (name.length <= MAX_NAME && /^[A-Za-z][A-Za-z0-9_-]*$/.test(name))
  const isPast = expiresAt !== undefined && expiresAt > 0 && expiresAt < Date.now()
  if (!isValidName || Buffer.byteLength(description) > MAX_DESCRIPTION || isPast) throw iamError('NameInvalid')
}

/** Context for policy conditions on the lifetime of keys. */
function durationContext(expiresAt: number | undefined): RequestContext {
  if (expiresAt === undefined || expiresAt <= 0) return {}
  return { 'svc:DurationSeconds': String(Math.floor((expiresAt - Date.now()) / 1000)) }
}

/** @throws WireError XMinioInvalidIAMCredentials for an unknown key, AccessDenied for the key of a user */
function findServiceAccount(iam: Iam, accessKey: string): ServiceAccountRecord {
  const found = iam.serviceAccounts.get(accessKey)
  if (found !== undefined) return found
  if (iam.users.get(accessKey) === undefined) throw iamError('NoSuchServiceAccount')
  throw s3Error('AccessDenied', 'Access Denied. (Authentication failed, check your access credentials)')
}

/**
 * Creates a service account. For the caller's own account no permission is needed unless a policy denies it. Keys created by
 * a service account or temporary credentials belong to their parent.
 */
export const addServiceAccount: AdminOperation = (call) => createKey(call)

/** Creates a service account for a user of the directory, who is given by user name, or for the caller. */
export const addServiceAccountLdap: AdminOperation = async (call) => {
  if (call.engine.ldap === undefined) throw ldapNotEnabled()
  return await createKey(call, { isLdap: true })
}

async function createKey(call: AdminCall, { isLdap = false }: { isLdap?: boolean } = {}): Promise<HttpResponse> {
  const { engine, caller, allows, encryptedResponse } = call
  const given = await readFields(call, (body) => ({
    accessKey: body.text('accessKey'),
    secretKey: body.text('secretKey'),
    targetUser: body.text('targetUser') || caller.accessKey,
    name: body.text('name'),
    description: body.text('description') || body.text('comment'),
    expiresAt: body.time('expiration'),
    policy: body.raw('policy'),
  }))
  const { accessKey, secretKey, targetUser, name, description } = given
  if (hasOuterSpace(accessKey)) throw iamError('NameInvalid')
  checkFields(given)
  const isOwn = targetUser === caller.accessKey || targetUser === caller.account
  const context = durationContext(given.expiresAt)
  const isAllowed = isOwn
    ? allows.unlessDenied('admin:CreateServiceAccount', context)
    : allows('admin:CreateServiceAccount', '', '', context)
  if (!isAllowed) throw s3Error('AccessDenied')
  const policy = given.policy === undefined ? undefined : servicePolicyText(given.policy)
  if (accessKey === engine.root.accessKey) throw iamError('RootAccessKey')
  if (isLdap && isOwn && !isLdapClaims(claimsOf(caller))) {
    throw iamError('NoSuchUser', 'The specified user does not exist. (Specified user does not exist on LDAP server)')
  }
  if (isLdap && !isOwn && engine.ldap?.isUserDn(targetUser)) throw ldapLoginNameExpected(targetUser)
  const owner = isOwn ? ownAccount(caller) : await accountOf(engine, targetUser)

  const expiresAt = (given.expiresAt ?? 0) > 0 ? Math.floor((given.expiresAt ?? 0) / 1000) * 1000 : undefined
  const keys = await engine.iam.serviceAccounts.add({
    ...owner,
    accessKey,
    secretKey,
    name,
    description,
    expiresAt,
    policy,
  })
  return encryptedResponse({ credentials: { ...keys, expiration: expiryText(expiresAt) } })
}

type Owner = Pick<NewServiceAccount, 'parent' | 'claims' | 'roleArn' | 'groups'>

function ownAccount(caller: Caller): Owner {
  const { account, temporary, serviceAccount } = caller
  return {
    parent: account,
    claims: claimsOf(caller),
    roleArn: temporary?.roleArn ?? serviceAccount?.roleArn,
    groups: [...groupsOf(caller)],
  }
}

/** @throws WireError XMinioAdminNoSuchUser, for a disabled user too */
async function accountOf({ iam, root, ldap }: AdminServices, target: string): Promise<Owner> {
  const builtIn = { parent: target, claims: undefined, roleArn: undefined }
  if (target === root.accessKey || iam.users.get(target)?.enabled) return builtIn
  // Adding it reports that a service account can't be a parent.
  if (iam.serviceAccounts.get(target)?.enabled) return builtIn
  if (ldap !== undefined) {
    const user = await withDirectoryErrors(ldap.lookUp(target))
    if (iam.accountPolicies.of(user.dn, user.groups).length > 0) {
      return { parent: user.dn, claims: ldapClaims(target, user), roleArn: undefined, groups: user.groups }
    }
  }
  throw iamError('NoSuchUser', `Specified target user ${target} does not exist`)
}

export const infoServiceAccount: AdminOperation = async ({ engine, caller, query, allows, encryptedResponse }) => {
  const accessKey = query.get('accessKey') ?? ''
  if (accessKey === '') throw adminError('InvalidRequest')
  const found = findServiceAccount(engine.iam, accessKey)
  if (!mayDescribe({ caller, allows }, accessKey, found)) throw s3Error('AccessDenied')
  return encryptedResponse(describeKey(engine, found))
}

/** Lists the service accounts of the caller's account, or with a permission those of `user`. */
export const listServiceAccounts: AdminOperation = async (call) => {
  const { engine, caller, query, allows, encryptedResponse } = call
  const user = query.get('user') ?? ''
  const isOther = user !== '' && user !== caller.accessKey
  const action = 'admin:ListServiceAccounts'
  if (!(isOther ? allows(action) : allows.onOwnKeys(action))) throw s3Error('AccessDenied')
  const accounts = engine.iam.serviceAccounts
    .ofParent(isOther ? user : caller.account)
    .map(({ accessKey, record: { parent, enabled, policy, name, description, expiresAt } }) => ({
      parentUser: parent,
      accountStatus: enabled ? 'on' : 'off',
      impliedPolicy: policy === undefined,
      accessKey,
      ...(name === '' ? {} : { name }),
      ...(description === '' ? {} : { description }),
      expiration: expiryText(expiresAt),
    }))
  return encryptedResponse({ accounts: accounts.length === 0 ? null : accounts })
}

const STATUS: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['enabled', true],
  ['off', false],
  ['disabled', false],
])

/** Requires the permission even for the caller's own keys, because an update can widen the permissions of a key. */
export const updateServiceAccount: AdminOperation = async (call) => {
  const { engine, query, allows } = call
  const accessKey = query.get('accessKey') ?? ''
  if (accessKey === '') throw adminError('InvalidRequest')
  findServiceAccount(engine.iam, accessKey)
  const given = await readFields(call, (body) => ({
    secretKey: body.text('newSecretKey'),
    status: body.text('newStatus'),
    name: body.text('newName'),
    description: body.text('newDescription'),
    expiresAt: body.time('newExpiration'),
    policy: body.raw('newPolicy'),
  }))
  checkFields(given)
  if (!allows('admin:UpdateServiceAccount', '', '', durationContext(given.expiresAt))) throw s3Error('AccessDenied')

  const { secretKey, status, name, description, expiresAt, policy } = given
  const enabled = STATUS.get(status)
  if (status !== '' && enabled === undefined) throw unclassified('unknown account status value')
  const update: ServiceAccountUpdate = {
    ...(secretKey === '' ? {} : { secretKey }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(name === '' ? {} : { name }),
    ...(description === '' ? {} : { description }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt > 0 ? expiresAt : null }),
    // An empty policy removes the existing one.
    ...(policy === undefined ? {} : { policy: ownPolicyText({ policy: servicePolicyText(policy) }) ?? null }),
  }
  await engine.iam.serviceAccounts.update(accessKey, update)
  return { status: 204 }
}

/**
 * An account deletes its own keys without a permission unless it is disabled, and every key can delete itself. A key that the
 * caller may not delete is reported as missing.
 */
export const deleteServiceAccount: AdminOperation = async ({ engine: { iam }, caller, query, allows }) => {
  const accessKey = query.get('accessKey') ?? ''
  if (accessKey === '') throw iamError('InvalidArgument', 'Invalid arguments specified.')
  const found = iam.serviceAccounts.get(accessKey)
  const isOwn = found?.parent === caller.account
  const action = 'admin:RemoveServiceAccount'
  const isAllowed = accessKey === caller.accessKey || (isOwn ? allows.onOwnKeys(action) : allows(action))
  if (found === undefined || !isAllowed) {
    throw iamError('NoSuchServiceAccount', 'The specified service account is not found')
  }
  if (isOwn && iam.users.get(caller.account)?.enabled === false) throw s3Error('AccessDenied')
  await iam.serviceAccounts.remove(accessKey)
  return { status: 204 }
}
