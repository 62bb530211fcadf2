import type { UserSource } from '@cooperage/contract'
import { type StorageClient, takesUsersFromLdap } from '@cooperage/storage-client'

/** Sent with each list, because the configuration of the storage server can change during a session. */
export async function readUserSource(storage: StorageClient): Promise<UserSource> {
  return (await takesUsersFromLdap(storage)) ? 'ldap' : 'builtIn'
}
