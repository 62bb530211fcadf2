import { jsonAnswer } from '../../../http/answer.ts'
import type { AdminOperation } from '../../call.ts'
import { totals, versionsHistogram } from '../../usage.ts'

/** What no bucket here has, in the places where clients expect a number. */
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

/** Figures are kept with every write, so they are those of this moment. */
export const dataUsageInfo: AdminOperation = async ({ engine: { store }, query }) => {
  const usages = store.usage()
  const { objects, bytes } = totals(usages)
  const bucketsUsageInfo: Record<string, unknown> = {}
  for (const usage of usages) {
    bucketsUsageInfo[usage.bucket] = {
      size: usage.bytes,
      objectsCount: usage.objects,
      objectsSizesHistogram: usage.sizeHistogram,
      objectsVersionsHistogram: versionsHistogram(usage),
      versionsCount: 0,
      deleteMarkersCount: 0,
      ...NO_REPLICATION,
    }
  }
  return jsonAnswer({
    lastUpdate: new Date().toISOString(),
    objectsCount: objects,
    versionsCount: 0,
    deleteMarkersCount: 0,
    objectsTotalSize: bytes,
    objectsReplicationInfo: null,
    bucketsCount: usages.length,
    bucketsUsageInfo,
    ...(query.get('capacity') === 'true' ? await capacityFields(store.capacity()) : {}),
  })
}

async function capacityFields(asked: Promise<{ totalBytes: number; freeBytes: number }>) {
  const { totalBytes, freeBytes } = await asked
  return { capacity: totalBytes, freeCapacity: freeBytes, usedCapacity: totalBytes - freeBytes }
}
