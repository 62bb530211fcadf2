/** Users that a storage server imports per call. */
import { type Credentials, writeArchive } from '@cooperage/wire'

export const GROUPS = 100
export const POLICIES = 500
/** What the policies are about. */
export const BUCKET = 'photos'
const SECRET_KEY = 'secret-of-the-user'

export function keysOfUser(index: number): Credentials {
  return { accessKey: `user-${String(index).padStart(5, '0')}`, secretKey: SECRET_KEY }
}

/** Two of five policies are about folders of the bucket, one of them the user's own; the others are about other buckets. */
function policyOf(index: number): object {
  const resource = [`${BUCKET}/${index}/*`, `${BUCKET}/homes/\${aws:username}/*`][index % 5] ?? `bucket-${index}/*`
  const statement = {
    Effect: 'Allow',
    Action: ['s3:GetObject', 's3:PutObject'],
    Resource: [`arn:aws:s3:::${resource}`],
  }
  return { Version: '2012-10-17', Statement: [statement] }
}

/** An export of MinIO with these users, each of them in a group and with a policy. Groups have five of the 500 other policies. */
export function archiveOfUsers(count: number): Promise<Buffer> {
  const names = Array.from({ length: count }, (_, index) => keysOfUser(index).accessKey)
  const each = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
  const groups = Array.from({ length: Math.min(GROUPS, count) }, (_, group) => {
    const members = names.filter((_, index) => index % GROUPS === group)
    return [`group-${group}`, { version: 1, status: 'enabled', members }] as const
  })
  const policies = Array.from({ length: POLICIES }, (_, index) => [`policy-${index}`, policyOf(index)] as const)
  const policiesOfGroup = (group: number) =>
    policies.flatMap(([name], index) => (index % GROUPS === group ? [name] : [])).join()
  const files = {
    policies: Object.fromEntries(policies),
    users: each({ secretKey: SECRET_KEY, status: 'enabled' }),
    groups: Object.fromEntries(groups),
    user_mappings: each({ version: 1, policy: 'readwrite' }),
    group_mappings: Object.fromEntries(
      groups.map(([name], group) => [name, { version: 1, policy: policiesOfGroup(group) }]),
    ),
  }
  return writeArchive(
    new Map(Object.entries(files).map(([name, content]) => [`iam-assets/${name}.json`, JSON.stringify(content)])),
  )
}
