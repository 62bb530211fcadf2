import { iamError } from '../../../iam/errors.ts'
import { isDerivedKey } from '../../../iam/iam.ts'
import type { AdminOperation } from '../../call.ts'

export const removeUser: AdminOperation = async ({ engine: { iam }, caller, query }) => {
  const name = query.get('accessKey') ?? ''
  // Users can't remove themselves. Root isn't a user and is reported as missing.
  if (isDerivedKey(iam, name) || (name === caller.accessKey && !caller.isRoot)) throw iamError('ActionNotAllowed')
  await iam.users.remove(name)
  return { status: 200 }
}
