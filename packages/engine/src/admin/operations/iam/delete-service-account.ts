import { iamError } from '../../../iam/errors.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'

/**
 * Of one's own account without a permission, unless that account is disabled: what is gone would not come back with it. That
 * of somebody else is not found, as one that is not there.
 */
export const deleteServiceAccount: AdminOperation = async ({ engine: { iam }, caller, query, allows }) => {
  const accessKey = query.get('accessKey') ?? ''
  if (accessKey === '') throw iamError('InvalidArgument', 'Invalid arguments specified.')
  const found = iam.serviceAccounts.get(accessKey)
  const isOwn = found?.parent === caller.account
  if (found === undefined || !(isOwn || allows('admin:RemoveServiceAccount'))) {
    throw iamError('NoSuchServiceAccount', 'The specified service account is not found')
  }
  if (isOwn && iam.users.get(caller.account)?.enabled === false) throw s3Error('AccessDenied')
  await iam.serviceAccounts.remove(accessKey)
  return { status: 204 }
}
