import type { Directory } from '@cooperage/directory'
import { iamError } from '../../../iam/errors.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { withDirectoryErrors } from '../../ldap.ts'

/**
 * Revokes temporary credentials: of the caller's account, or of `user` with the permission to remove service accounts.
 * Revokes those of one `tokenRevokeType` or all (`fullRevoke=true`). Without either, temporary credentials revoke those of
 * their own type. Sessions sign out this way, so it needs no permission.
 */
export const revokeTokens: AdminOperation = async ({ engine, caller, query, parameters, allows }) => {
  const named = query.get('user') ?? ''
  const isFull = query.get('fullRevoke') === 'true'
  let revokeType = query.get('tokenRevokeType') ?? ''

  // The caller's own account needs no provider.
  const ldap = parameters.provider === 'ldap' ? engine.ldap : undefined
  if (named !== '' && parameters.provider !== 'builtin' && ldap === undefined) {
    throw adminError('XMinioIAMActionNotAllowed')
  }
  const user = named === '' || ldap === undefined ? named : await ldapAccount(ldap, named)
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

async function ldapAccount(ldap: Directory, name: string): Promise<string> {
  const user = await withDirectoryErrors(ldap.user(name))
  if (user === undefined) throw iamError('NoSuchUser')
  return user.dn
}
