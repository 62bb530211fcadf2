import { listField, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendAdminForJson, sendAdminForNothing } from './send-admin.ts'

const PATH = '/minio/admin/v3'

/** 1,000 locks with the longest names are 2 MB. */
const MAX_LOCKS_BYTES = 8 * 1024 * 1024

export interface LockInfo {
  id: string
  /** Bucket and object, or a file of the server itself. */
  resource: string
  isWrite: boolean
  /** `host:port` of the node whose request holds it. */
  owner: string
  /** When it was granted, as the server writes it; '' if it doesn't. */
  since: string
  heldMs: number
  /** The nodes that hold it. */
  servers: number
  /** How many nodes have to hold it. */
  quorum: number
  source: string
}

/**
 * The oldest locks, stale ones included; needs admin:TopLocksInfo.
 * @throws StorageError `XMinioAdminVersionMismatch` from a single node, which has no such locks
 */
export async function topLocks(client: StorageClient, count: number): Promise<LockInfo[]> {
  const query = { count: String(count), stale: 'true' }
  const path = `${PATH}/top/locks`
  const locks = await sendAdminForJson(client, { method: 'GET', path, query, maxBytes: MAX_LOCKS_BYTES })
  // `null` for none.
  return listField({ locks: locks ?? [] }, 'locks').map((entry) => {
    const lock = objectField(entry)
    return {
      id: textField(lock, 'id'),
      resource: textField(lock, 'resource'),
      isWrite: textField(lock, 'type').toUpperCase() === 'WRITE',
      owner: textField(lock, 'owner'),
      since: textField(lock, 'time'),
      heldMs: numberField(lock, 'elapsed') / 1e6,
      servers: listField(lock, 'serverlist').length,
      quorum: numberField(lock, 'quorum'),
      source: textField(lock, 'source'),
    }
  })
}

/** Releases all locks on a resource, which has no comma in its name; needs admin:ForceUnlock. @throws StorageError */
export async function forceUnlock(client: StorageClient, resource: string): Promise<void> {
  await sendAdminForNothing(client, { method: 'POST', path: `${PATH}/force-unlock`, query: { paths: resource } })
}
