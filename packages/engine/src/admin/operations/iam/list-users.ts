import { iamError } from '../../../iam/errors.ts'
import type { Iam } from '../../../iam/iam.ts'
import { mentionsBucket } from '../../../iam/policies.ts'
import type { UserDescription } from '../../../iam/users.ts'
import type { AdminOperation } from '../../call.ts'
import { userEntry } from './user-entry.ts'

/** Lists all users; with `bucket`, only users with policies that match it, and only those policies. */
export const listUsers: AdminOperation = async ({ engine: { iam }, query, encryptedResponse }) => {
  const bucket = query.get('bucket')
  if (bucket === '') throw iamError('InvalidArgument')
  const users = iam.users.describeAll().flatMap(([name, user]) => {
    if (bucket === null) return [[name, userEntry(user)] as const]
    const policies = policiesForBucket(iam, bucket, user)
    return policies.length === 0 ? [] : [[name, userEntry({ ...user, policies, updatedAt: undefined })] as const]
  })
  return encryptedResponse(Object.fromEntries(users))
}

/** As in MinIO, the policies of groups count only for users with policies of their own. */
function policiesForBucket(
  { mappings, policies }: Iam,
  bucket: string,
  { policies: own, groups }: UserDescription,
): string[] {
  if (own.length === 0) return []
  const all = [...own, ...groups.flatMap((group) => mappings.of('group', group)?.policies ?? [])]
  return all.filter((policy) => {
    const document = policies.get(policy)?.document
    return document !== undefined && mentionsBucket(document, bucket)
  })
}
