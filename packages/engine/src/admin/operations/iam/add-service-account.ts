import type { HttpResponse } from '../../../http/response.ts'
import { iamError } from '../../../iam/errors.ts'
import { isLdapClaims, ldapClaims } from '../../../iam/ldap-claims.ts'
import { hasOuterSpace } from '../../../iam/names.ts'
import { servicePolicyText } from '../../../iam/policy-document.ts'
import type { NewServiceAccount } from '../../../iam/service-accounts.ts'
import { type Caller, claimsOf, groupsOf } from '../../../identity/caller.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
import { ldapLoginNameExpected, ldapNotEnabled, withDirectoryErrors } from '../../ldap.ts'
import type { AdminServices } from '../../services.ts'
import { expiryText } from '../../times.ts'
import { checkFields, durationContext, readFields } from './service-account-request.ts'

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
