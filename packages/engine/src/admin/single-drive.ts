/**
 * How the engine describes its storage to clients of the admin API: as one drive without erasure coding. Consoles take from
 * it that versioning, locking, quota and lifecycle are not to be offered, which holds here as it did for MinIO's own "FS".
 */
import type { Engine } from '../engine.ts'

/** The `Backend` of storageinfo, which accountinfo calls `Server`. Type 1 is "FS". */
export const BACKEND = {
  Type: 1,
  GatewayOnline: false,
  OnlineDisks: null,
  OfflineDisks: null,
} as const

export interface Drive {
  endpoint: string
  path: string
  state: 'ok'
  uuid: string
  totalspace: number
  usedspace: number
  availspace: number
  local: true
  pool_index: 0
  set_index: 0
  disk_index: 0
}

export async function describeDrive({ store, dataDir, deploymentId }: Engine): Promise<Drive> {
  const { totalBytes, freeBytes } = await store.capacity()
  return {
    endpoint: dataDir,
    path: dataDir,
    state: 'ok',
    uuid: deploymentId,
    totalspace: totalBytes,
    usedspace: totalBytes - freeBytes,
    availspace: freeBytes,
    local: true,
    pool_index: 0,
    set_index: 0,
    disk_index: 0,
  }
}
