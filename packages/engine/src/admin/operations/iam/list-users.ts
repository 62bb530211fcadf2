import { iamError } from '../../../iam/errors.ts'
import type { Iam } from '../../../iam/iam.ts'
import { mentionsBucket } from '../../../iam/policies.ts'
import type { UserDescription } from '../../../iam/users.ts'
import type { AdminOperation } from '../../call.ts'
import { userEntry } from './user-entry.ts'

/** All users; with `bucket` those who have a policy that names it, and of their policies only those. */
export const listUsers: AdminOperation = async ({ engine: { iam }, query, encryptedResponse }) => {
  const bucket = query.get('bucket')
  if (bucket === '') throw iamError('InvalidArgument')
  const users = iam.users.describeAll().flatMap(([name, user]) => {
    if (bucket === null) return [[name, userEntry(user)] as const]
    const policies = policiesAbout(iam, bucket, user)
    return policies.length === 0 ? [] : [[name, userEntry({ ...user, policies, updatedAt: undefined })] as const]
  })
  return encryptedResponse(Object.fromEntries(users))
}

/** Of a user without policies of its own MinIO does not look at those of its groups. */
function policiesAbout(
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
