import {
  restartServer,
  type StorageClient,
  StorageEndpoint,
  setConfig,
  takesUsersFromLdap,
} from '@cooperage/storage-client'
import type { Directory } from './directory.ts'
import { isReady, type StorageServer } from './storage-server.ts'
import { waitUntil } from './wait-until.ts'

/** Configures a running storage server to get its users from the directory, which restarts it. */
export function useDirectory(storage: StorageServer, { settings }: Directory): Promise<void> {
  return restartWithDirectory(storage, settings)
}

/** Restarts a storage server that has been set up for a directory, or that `settings` set up. */
export async function restartWithDirectory(
  { url, root }: Pick<StorageServer, 'url' | 'root'>,
  settings?: Record<string, string>,
): Promise<void> {
  const endpoint = new StorageEndpoint({ url: new URL(url) })
  const client: StorageClient = { endpoint, credentials: root, signal: AbortSignal.timeout(30_000) }
  try {
    if (settings) await setConfig(client, 'identity_ldap', '', settings)
    await restartServer(client)
    await waitUntil('the server gets its users from the directory', async () => {
      return (await isReady({ url, root })) && (await takesUsersFromLdap(client))
    })
  } finally {
    await endpoint.close()
  }
}
