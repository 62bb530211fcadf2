/** Looks up the caller of an access key. */
import { WireError } from '@cooperage/wire'
import type { Caller } from './caller.ts'
import type { IdentityServices } from './services.ts'

/**
 * Undefined for an unknown or expired key.
 * @throws WireError InvalidAccessKeyId for a disabled one
 */
export function findCaller(
  { root, iam }: Pick<IdentityServices, 'root' | 'iam'>,
  accessKey: string,
): Caller | undefined {
  if (accessKey === root.accessKey) {
    return { kind: 'root', accessKey, secretKey: root.secretKey, account: accessKey, isRoot: true }
  }
  const user = iam.users.get(accessKey)
  if (user !== undefined) {
    if (!user.enabled) throw disabled()
    return { kind: 'user', accessKey, secretKey: user.secretKey, account: accessKey, isRoot: false }
  }
  const serviceAccount = iam.serviceAccounts.get(accessKey)
  if (serviceAccount !== undefined) {
    const { secretKey, parent, enabled, expiresAt } = serviceAccount
    if (!enabled) throw disabled()
    if (expiresAt !== undefined && expiresAt <= Date.now()) return undefined
    const isRoot = parent === root.accessKey
    return { kind: 'service-account', accessKey, secretKey, account: parent, isRoot, serviceAccount }
  }
  const temporary = iam.temporaryCredentials.find(accessKey)
  if (temporary === undefined) return undefined
  const { secretKey, parent } = temporary
  return { kind: 'temporary', accessKey, secretKey, account: parent, isRoot: parent === root.accessKey, temporary }
}

function disabled(): WireError {
  return new WireError('InvalidAccessKeyId', 403, 'Your account is disabled; please contact your administrator.')
}
