import { iamError } from '../../../iam/errors.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'

/**
 * An account deletes its own keys without a permission unless it is disabled, and every key can delete itself. A key that the
 * caller may not delete is reported as missing.
 */
export const deleteServiceAccount: AdminOperation = async ({ engine: { iam }, caller, query, allows }) => {
  const accessKey = query.get('accessKey') ?? ''
  if (accessKey === '') throw iamError('InvalidArgument', 'Invalid arguments specified.')
  const found = iam.serviceAccounts.get(accessKey)
  const isOwn = found?.parent === caller.account
  const action = 'admin:RemoveServiceAccount'
  const isAllowed = accessKey === caller.accessKey || (isOwn ? allows.onOwnKeys(action) : allows(action))
  if (found === undefined || !isAllowed) {
    throw iamError('NoSuchServiceAccount', 'The specified service account is not found')
  }
  if (isOwn && iam.users.get(caller.account)?.enabled === false) throw s3Error('AccessDenied')
  await iam.serviceAccounts.remove(accessKey)
  return { status: 204 }
}
