import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'

/**
 * Ends temporary credentials at once: those of the caller's own account, or of `user` with the permission to remove service
 * accounts. Either those of one `tokenRevokeType`, or all (`fullRevoke=true`); temporary credentials that name neither end
 * those of their own type. That is how a session signs out, so it needs nothing.
 */
export const revokeTokens: AdminOperation = async ({ engine, caller, query, parameters, allows }) => {
  const user = query.get('user') ?? ''
  const isFull = query.get('fullRevoke') === 'true'
  let revokeType = query.get('tokenRevokeType') ?? ''

  // Users of other providers do not exist here; an own account needs no provider.
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
