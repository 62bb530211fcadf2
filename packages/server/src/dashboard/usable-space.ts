import type { ServerInfo } from '@cooperage/storage-client'

/** Space for objects on the drives that report their size, in bytes, excluding the parity of each erasure set. */
export function usableSpace({
  servers,
  parity,
  drivesPerSet,
}: Pick<ServerInfo, 'servers' | 'parity' | 'drivesPerSet'>): { totalBytes: number; freeBytes: number } {
  let totalBytes = 0
  let freeBytes = 0
  for (const drive of servers.flatMap(({ drives }) => drives)) {
    const drives = drivesPerSet[drive.pool] ?? 0
    const share = drives > parity ? (drives - parity) / drives : 1
    totalBytes += drive.totalBytes * share
    freeBytes += drive.freeBytes * share
  }
  return { totalBytes: Math.round(totalBytes), freeBytes: Math.round(freeBytes) }
}
