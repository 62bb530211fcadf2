import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'

/**
 * Ends temporary credentials at once: of the caller's own account, or of `user` for who may remove service accounts. Either
 * those of one `tokenRevokeType`, or all (`fullRevoke=true`); who asks with temporary credentials and names neither
 * means those of its own type.
 */
export const revokeTokens: AdminOperation = async ({ engine, caller, query, parameters, allows }) => {
  const user = query.get('user') ?? ''
  const isFull = query.get('fullRevoke') === 'true'
  let revokeType = query.get('tokenRevokeType') ?? ''

  // Users of other providers do not exist here; an own account needs no provider.
  if (user !== '' && parameters.provider !== 'builtin') throw adminError('XMinioIAMActionNotAllowed')
  if ((user !== '' && revokeType === '' && !isFull) || (revokeType !== '' && isFull)) throw adminError('InvalidRequest')
  if (user !== '' && user !== caller.account && !allows('admin:RemoveServiceAccount')) throw s3Error('AccessDenied')
  if (revokeType === '' && !isFull) revokeType = caller.temporary?.revokeType ?? ''
  if (revokeType === '' && !isFull) throw adminError('InvalidArgument')

  await engine.iam.temporaryCredentials.revoke(user || caller.account, isFull ? undefined : revokeType)
  return { status: 204 }
}
