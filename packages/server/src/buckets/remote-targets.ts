import { listRemoteTargets, type StorageClient, StorageError } from '@cooperage/storage-client'
import type { RemoteTarget } from '@cooperage/wire'

/** Targets are optional: without permission, or on a server without remote targets, the rules still name their destination. */
const UNREADABLE = new Set(['AccessDenied', 'NotImplemented', 'XMinioAdminVersionMismatch'])

/** The remote targets of a bucket; undefined where the visitor may not read them. @throws StorageError */
export async function readableTargets(storage: StorageClient, bucket: string): Promise<RemoteTarget[] | undefined> {
  try {
    return await listRemoteTargets(storage, bucket)
  } catch (error) {
    if (error instanceof StorageError && UNREADABLE.has(error.code)) return undefined
    throw error
  }
}
