import { jsonResponse } from '../../../http/response.ts'
import type { AdminOperation } from '../../call.ts'
import { totals } from '../../usage.ts'

/** Clients expect these fields, although there is no replication. */
const NO_REPLICATION = {
  objectsPendingReplicationTotalSize: 0,
  objectsFailedReplicationTotalSize: 0,
  objectsReplicatedTotalSize: 0,
  objectsPendingReplicationCount: 0,
  objectsFailedReplicationCount: 0,
  objectReplicaTotalSize: 0,
  objectReplicaCount: 0,
  objectsReplicationInfo: null,
}

/** Usage is updated with every write, so the response is always current. */
export const dataUsageInfo: AdminOperation = async ({ engine: { store }, query }) => {
  const usages = store.usage()
  const { objects, versions, deleteMarkers, bytes } = totals(usages)
  const bucketsUsageInfo: Record<string, unknown> = {}
  for (const usage of usages) {
    bucketsUsageInfo[usage.bucket] = {
      size: usage.bytes,
      objectsCount: usage.objects,
      objectsSizesHistogram: usage.sizeHistogram,
      objectsVersionsHistogram: usage.versionsHistogram,
      versionsCount: usage.versions,
      deleteMarkersCount: usage.deleteMarkers,
      ...NO_REPLICATION,
    }
  }
  return jsonResponse({
    lastUpdate: new Date().toISOString(),
    objectsCount: objects,
    versionsCount: versions,
    deleteMarkersCount: deleteMarkers,
    objectsTotalSize: bytes,
    objectsReplicationInfo: null,
    bucketsCount: usages.length,
    bucketsUsageInfo,
    bucketsSizes: Object.fromEntries(usages.map((usage) => [usage.bucket, usage.bytes])),
    ...(query.get('capacity') === 'true' ? await capacityFields(store.capacity()) : {}),
  })
}

async function capacityFields(capacity: Promise<{ totalBytes: number; freeBytes: number }>) {
  const { totalBytes, freeBytes } = await capacity
  return { capacity: totalBytes, freeCapacity: freeBytes, usedCapacity: totalBytes - freeBytes }
}
