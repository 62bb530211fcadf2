import { getReplicationOffer } from '@cooperage/contract'
import { listRemoteTargets, type StorageClient, StorageError } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'

/** The code of a server that doesn't support the call at all; any other error comes from one that does. */
const UNKNOWN_CALL = new Set(['NotImplemented', 'XMinioAdminVersionMismatch'])

export function replicationOfferRoute({ routes }: Registry): void {
  routes.withSession(getReplicationOffer, async ({ storage }) => ({ offered: await isReplicationOffered(storage) }))
}

export async function isReplicationOffered(storage: StorageClient): Promise<boolean> {
  try {
    await listRemoteTargets(storage, '')
    return true
  } catch (error) {
    if (error instanceof StorageError && error.kind === 'refused') return !UNKNOWN_CALL.has(error.code)
    throw error
  }
}
