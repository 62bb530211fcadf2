import { iamError } from '../../../iam/errors.ts'
import type { AdminOperation } from '../../call.ts'

export const removeUser: AdminOperation = async ({ engine: { iam }, caller, query }) => {
  const name = query.get('accessKey') ?? ''
  const isKey = iam.serviceAccounts.get(name) !== undefined || iam.temporaryCredentials.find(name) !== undefined
  // Nobody removes itself. Root is no user: it is not found.
  if (isKey || (name === caller.accessKey && !caller.isRoot)) throw iamError('ActionNotAllowed')
  await iam.users.remove(name)
  return { status: 200 }
}
