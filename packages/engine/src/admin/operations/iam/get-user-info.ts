import { jsonResponse } from '../../../http/response.ts'
import { iamError } from '../../../iam/errors.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { describeLdapUser } from '../../ldap.ts'
import { userEntry } from './user-entry.ts'

export const getUserInfo: AdminOperation = async ({ engine: { iam, ldap }, caller, query, allows }) => {
  const name = query.get('accessKey') ?? ''
  const isOwn = name === caller.accessKey
  if (!(isOwn ? allows.unlessDenied('admin:GetUser') : allows('admin:GetUser'))) throw s3Error('AccessDenied')
  if (name === '') throw iamError('InvalidArgument')
  if (iam.serviceAccounts.get(name) !== undefined) throw iamError('ActionNotAllowed')
  return jsonResponse(userEntry(ldap === undefined ? iam.users.describe(name) : describeLdapUser(iam, name)))
}
