import { iamError } from '../../../iam/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { requireBuiltIn } from '../../ldap.ts'

export const setGroupStatus: AdminOperation = async ({ engine: { iam, ldap }, query }) => {
  const group = query.get('group') ?? ''
  const status = query.get('status') ?? ''
  if (status !== 'enabled' && status !== 'disabled') throw iamError('InvalidArgument')
  requireBuiltIn(ldap)
  if (group === '') throw iamError('InvalidArgument')
  await iam.groups.setEnabled(group, status === 'enabled')
  return { status: 200 }
}
