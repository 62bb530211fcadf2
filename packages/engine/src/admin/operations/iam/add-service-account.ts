import { iamError } from '../../../iam/errors.ts'
import { hasOuterSpace } from '../../../iam/names.ts'
import { servicePolicyText } from '../../../iam/policy-document.ts'
import { type Caller, claimsOf } from '../../../identity/caller.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import type { AdminServices } from '../../services.ts'
import { expiryText } from '../../times.ts'
import { checkFields, durationContext, readFields } from './service-account-request.ts'

/**
 * Creates a service account. For the caller's own account no permission is needed unless a policy denies it. Keys created by
 * a service account or temporary credentials belong to their parent.
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
  const context = durationContext(given.expiresAt)
  const isAllowed = isOwn
    ? allows.unlessDenied('admin:CreateServiceAccount', context)
    : allows('admin:CreateServiceAccount', '', '', context)
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
  return encryptedResponse({ credentials: { ...keys, expiration: expiryText(expiresAt) } })
}

function roleOf({ temporary, serviceAccount }: Caller): string | undefined {
  return temporary?.roleArn ?? serviceAccount?.roleArn
}

/** @throws WireError XMinioAdminNoSuchUser, for a disabled user too */
function checkTarget({ iam, root }: AdminServices, target: string): void {
  if (target === root.accessKey || iam.users.get(target)?.enabled) return
  // Adding it reports that a service account can't be a parent.
  if (iam.serviceAccounts.get(target)?.enabled) return
  throw iamError('NoSuchUser', `Specified target user ${target} does not exist`)
}
