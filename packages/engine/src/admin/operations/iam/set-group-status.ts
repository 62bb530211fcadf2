import { iamError } from '../../../iam/errors.ts'
import type { AdminOperation } from '../../call.ts'

export const setGroupStatus: AdminOperation = async ({ engine: { iam }, query }) => {
  const group = query.get('group') ?? ''
  const status = query.get('status') ?? ''
  if ((status !== 'enabled' && status !== 'disabled') || group === '') throw iamError('InvalidArgument')
  await iam.groups.setEnabled(group, status === 'enabled')
  return { status: 200 }
}
