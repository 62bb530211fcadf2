import type { UserSource } from '@cooperage/contract'
import { type StorageClient, takesUsersFromLdap } from '@cooperage/storage-client'

/** Asked with each list, since the storage server can be set up anew while a session lasts. */
export async function readUserSource(storage: StorageClient): Promise<UserSource> {
  return (await takesUsersFromLdap(storage)) ? 'ldap' : 'builtIn'
}
