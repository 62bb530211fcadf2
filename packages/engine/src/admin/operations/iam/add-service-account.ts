import type { Engine } from '../../../engine.ts'
import { iamError } from '../../../iam/errors.ts'
import { hasOuterSpace } from '../../../iam/names.ts'
import { servicePolicyText } from '../../../iam/policy-document.ts'
import { type Caller, claimsOf } from '../../../identity/caller.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { endText } from '../../times.ts'
import { checkFields, lifeContext, readFields } from './service-account-request.ts'

/**
 * Makes keys for an account: for the caller's own without a permission, unless a policy denies it. Keys made with derived
 * ones belong to the account behind those.
 */
export const addServiceAccount: AdminOperation = async (call) => {
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
  const life = lifeContext(given.expiresAt)
  const isAllowed = isOwn
    ? allows.unlessDenied('admin:CreateServiceAccount', life)
    : allows('admin:CreateServiceAccount', '', '', life)
  if (!isAllowed) throw s3Error('AccessDenied')
  const policy = given.policy === undefined ? undefined : servicePolicyText(given.policy)
  if (accessKey === engine.root.accessKey) throw iamError('RootAccessKey')
  if (!isOwn) checkTarget(engine, targetUser)

  const expiresAt = (given.expiresAt ?? 0) > 0 ? Math.floor((given.expiresAt ?? 0) / 1000) * 1000 : undefined
  const keys = await engine.iam.serviceAccounts.add({
    parent: isOwn ? caller.account : targetUser,
    accessKey,
    secretKey,
    name,
    description,
    expiresAt,
    policy,
    claims: isOwn ? claimsOf(caller) : undefined,
    roleArn: isOwn ? roleOf(caller) : undefined,
  })
  return encryptedResponse({ credentials: { ...keys, expiration: endText(expiresAt) } })
}

function roleOf({ temporary, serviceAccount }: Caller): string | undefined {
  return temporary?.roleArn ?? serviceAccount?.roleArn
}

/** @throws WireError XMinioAdminNoSuchUser, for a disabled user too */
function checkTarget({ iam, root }: Engine, target: string): void {
  if (target === root.accessKey || iam.users.get(target)?.enabled) return
  // That a service account cannot have one is told when it is added.
  if (iam.serviceAccounts.get(target)?.enabled) return
  throw iamError('NoSuchUser', `Specified target user ${target} does not exist`)
}
