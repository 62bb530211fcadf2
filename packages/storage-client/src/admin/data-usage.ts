import { type JsonObject, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendAdminForObject } from './send-admin.ts'

export interface DataUsage {
  /** ISO 8601; the zero date until the server's first scan. */
  lastUpdate: string
  objects: number
  /** Bytes. */
  totalSize: number
  buckets: { name: string; objects: number; size: number }[]
  replication: ReplicationBacklog
}

/** What waited for replication to all targets when the server last counted, and what failed and is tried again. Sizes in bytes. */
export interface ReplicationBacklog {
  pending: number
  pendingBytes: number
  failed: number
  failedBytes: number
}

/** Half a kilobyte for each bucket, and each target of its replication. */
const MAX_BYTES = 64 * 1024 * 1024

/** Results of the server's last usage scan; needs admin:DataUsageInfo. @throws StorageError */
export async function dataUsage(client: StorageClient): Promise<DataUsage> {
  const usage = await sendAdminForObject(client, {
    method: 'GET',
    path: '/minio/admin/v3/datausageinfo',
    maxBytes: MAX_BYTES,
  })
  const buckets = Object.entries(objectField(usage, 'bucketsUsageInfo')).map(
    ([name, entry]) => [name, objectField(entry)] as const,
  )
  return {
    lastUpdate: textField(usage, 'lastUpdate'),
    objects: numberField(usage, 'objectsCount'),
    totalSize: numberField(usage, 'objectsTotalSize'),
    buckets: buckets.map(([name, entry]) => ({
      name,
      objects: numberField(entry, 'objectsCount'),
      size: numberField(entry, 'size'),
    })),
    replication: backlogOf(
      buckets.flatMap(([, entry]) => {
        const targets = Object.values(objectField(entry, 'objectsReplicationInfo'))
        // Servers before 2022 have only the sum of all targets.
        return targets.length > 0 ? targets.map((target) => objectField(target)) : [entry]
      }),
    ),
  }
}

function backlogOf(counted: readonly JsonObject[]): ReplicationBacklog {
  const sumOf = (name: string) => counted.reduce((sum, one) => sum + numberField(one, name), 0)
  return {
    pending: sumOf('objectsPendingReplicationCount'),
    pendingBytes: sumOf('objectsPendingReplicationTotalSize'),
    failed: sumOf('objectsFailedReplicationCount'),
    failedBytes: sumOf('objectsFailedReplicationTotalSize'),
  }
}
