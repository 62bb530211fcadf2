/** Describes the storage to admin clients like a MinIO server with a single drive. */
import { statfs } from 'node:fs/promises'
import type { AdminServices } from './services.ts'

/** The field `Backend` of storageinfo and `Server` of accountinfo. Type 2 is "Erasure". */
export const BACKEND = {
  Type: 2,
  GatewayOnline: false,
  OnlineDisks: null,
  OfflineDisks: null,
  StandardSCData: [1],
  StandardSCParities: null,
  RRSCData: [1],
  RRSCParities: null,
  TotalSets: [1],
  DrivesPerSet: [1],
  StandardSCParity: 0,
  RRSCParity: 0,
} as const

export interface Drive {
  endpoint: string
  path: string
  state: 'ok'
  uuid: string
  totalspace: number
  usedspace: number
  availspace: number
  used_inodes: number
  free_inodes: number
  local: true
  pool_index: 0
  set_index: 0
  disk_index: 0
}

export async function describeDrive({ store, dataDir, deploymentId }: AdminServices): Promise<Drive> {
  const [{ totalBytes, freeBytes }, { files, ffree }] = await Promise.all([store.capacity(), statfs(dataDir)])
  return {
    endpoint: dataDir,
    path: dataDir,
    state: 'ok',
    uuid: deploymentId,
    totalspace: totalBytes,
    usedspace: totalBytes - freeBytes,
    availspace: freeBytes,
    used_inodes: files - ffree,
    free_inodes: ffree,
    local: true,
    pool_index: 0,
    set_index: 0,
    disk_index: 0,
  }
}
