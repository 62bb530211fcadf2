/** Users that a storage server imports per call. */
import { type Credentials, writeArchive } from '@cooperage/wire'

export const GROUPS = 100
const SECRET_KEY = 'secret-of-the-user'

export function keysOfUser(index: number): Credentials {
  return { accessKey: `user-${String(index).padStart(5, '0')}`, secretKey: SECRET_KEY }
}

/** An export of MinIO with these users, each of them in a group and with a policy. */
export function archiveOfUsers(count: number): Promise<Buffer> {
  const names = Array.from({ length: count }, (_, index) => keysOfUser(index).accessKey)
  const each = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
  const groups = Array.from({ length: Math.min(GROUPS, count) }, (_, group) => {
    const members = names.filter((_, index) => index % GROUPS === group)
    return [`group-${group}`, { version: 1, status: 'enabled', members }]
  })
  const files = {
    users: each({ secretKey: SECRET_KEY, status: 'enabled' }),
    groups: Object.fromEntries(groups),
    user_mappings: each({ version: 1, policy: 'readwrite' }),
  }
  return writeArchive(
    new Map(Object.entries(files).map(([name, content]) => [`iam-assets/${name}.json`, JSON.stringify(content)])),
  )
}
