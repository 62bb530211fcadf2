import { iamError } from '../../../iam/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { requireBuiltIn } from '../../ldap.ts'

export const setUserStatus: AdminOperation = async ({ engine: { iam, ldap }, caller, query }) => {
  requireBuiltIn(ldap)
  const name = query.get('accessKey') ?? ''
  const status = query.get('status') ?? ''
  // Users can't disable themselves.
  if (name === caller.accessKey) throw iamError('InvalidArgument')
  if (name !== '' && status !== 'enabled' && status !== 'disabled') throw iamError('InvalidArgument')
  if (iam.serviceAccounts.get(name) !== undefined) throw iamError('ActionNotAllowed')
  await iam.users.setEnabled(name, status === 'enabled')
  return { status: 200 }
}
