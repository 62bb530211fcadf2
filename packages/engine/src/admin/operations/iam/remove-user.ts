import { iamError } from '../../../iam/errors.ts'
import type { AdminOperation } from '../../call.ts'

export const removeUser: AdminOperation = async ({ engine: { iam }, caller, query }) => {
  const name = query.get('accessKey') ?? ''
  const isKey = iam.serviceAccounts.get(name) !== undefined || iam.temporaryCredentials.find(name) !== undefined
  // Users can't remove themselves. Root isn't a user and is reported as missing.
  if (isKey || (name === caller.accessKey && !caller.isRoot)) throw iamError('ActionNotAllowed')
  await iam.users.remove(name)
  return { status: 200 }
}
