import type { Directory } from '@cooperage/directory'
import { iamError } from '../../../iam/errors.ts'
import type { Iam } from '../../../iam/iam.ts'
import { mentionsBucket } from '../../../iam/policies.ts'
import type { UserDescription } from '../../../iam/users.ts'
import type { AdminOperation } from '../../call.ts'
import { userEntry } from './user-entry.ts'

/** Lists all users; with `bucket`, only users with policies that match it, and only those policies. */
export const listUsers: AdminOperation = async ({ engine: { iam, ldap }, query, encryptedResponse }) => {
  const bucket = query.get('bucket')
  if (bucket === '') throw iamError('InvalidArgument')
  const all = ldap === undefined ? iam.users.describeAll() : ldapUsers(iam, ldap)
  const users = all.flatMap(([name, user]) => {
    if (bucket === null) return [[name, userEntry(user)] as const]
    const policies = policiesForBucket(iam, bucket, user)
    return policies.length === 0 ? [] : [[name, userEntry({ ...user, policies, updatedAt: undefined })] as const]
  })
  return encryptedResponse(Object.fromEntries(users))
}

/** Users of the directory that have policies. */
function ldapUsers({ mappings }: Iam, ldap: Directory): [name: string, user: UserDescription][] {
  return mappings
    .all('external')
    .filter(({ name }) => ldap.isUserDn(name))
    .map(({ name, policies }) => [name, { enabled: true, policies, groups: [], updatedAt: undefined }])
}

/** As in MinIO, the policies of groups count only for users with their own policies. */
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
