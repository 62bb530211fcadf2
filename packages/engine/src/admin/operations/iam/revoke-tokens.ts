import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'

/**
 * Revokes temporary credentials: of the caller's account, or of `user` with the permission to remove service accounts.
 * Revokes those of one `tokenRevokeType` or all (`fullRevoke=true`). Without either, temporary credentials revoke those of
 * their own type. Sessions sign out this way, so it needs no permission.
 */
export const revokeTokens: AdminOperation = async ({ engine, caller, query, parameters, allows }) => {
  const user = query.get('user') ?? ''
  const isFull = query.get('fullRevoke') === 'true'
  let revokeType = query.get('tokenRevokeType') ?? ''

  // Only built-in users are supported. The caller's own account needs no provider.
  if (user !== '' && parameters.provider !== 'builtin') throw adminError('XMinioIAMActionNotAllowed')
  if ((user !== '' && revokeType === '' && !isFull) || (revokeType !== '' && isFull)) throw adminError('InvalidRequest')
  const isOther = user !== '' && user !== caller.account
  const action = 'admin:RemoveServiceAccount'
  if (isOther && !allows(action)) throw s3Error('AccessDenied')
  const ownType = caller.temporary?.revokeType ?? ''
  if (revokeType === '' && !isFull) revokeType = ownType
  if (revokeType === '' && !isFull) throw adminError('InvalidArgument')
  const isSignOut = !isFull && revokeType === ownType
  if (!isOther && !isSignOut && !allows.onOwnKeys(action)) throw s3Error('AccessDenied')

  await engine.iam.temporaryCredentials.revoke(user || caller.account, isFull ? undefined : revokeType)
  return { status: 204 }
}
