import {
  getCountedUsage,
  getLifecycleQueue,
  getScannerActivity,
  listDriveEvents,
  MAX_SCANNED_PATHS,
} from '@cooperage/contract'
import { dataUsage, lifecycleQueue, scannerReport, serverInfo } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { driveEventsOf } from './drive-events.ts'
import { betweenSeconds, lastSeconds, lifecycleCounts } from './scanner-figures.ts'

export function activityRoutes(registry: Registry): void {
  const { routes } = registry
  const driveEvents = driveEventsOf(registry)

  routes.withSession(listDriveEvents, async ({ storage }) => {
    const see = driveEvents.look()
    const { servers } = await withStorageErrors({ action: 'admin:ServerInfo' }, serverInfo(storage))
    see(servers)
    return { items: await driveEvents.all() }
  })

  routes.withSession(getScannerActivity, async ({ storage }) => {
    const report = await withStorageErrors({ action: 'admin:ServerInfo' }, scannerReport(storage))
    const { nodes, silentNodes, cycle, buckets, objects, versions, checked } = report
    const paths = report.paths.map((path) => path.slice(0, MAX_PATH_LENGTH))
    return {
      collectedAt: isoTime(report.collectedAt),
      nodes,
      silentNodes,
      cycle,
      startedAt: isoTime(report.startedAt),
      endedAt: isoTime(report.endedAt.at(-1) ?? 0),
      lastSeconds: lastSeconds(report),
      betweenSeconds: betweenSeconds(report.endedAt),
      buckets,
      paths: paths.slice(0, MAX_SCANNED_PATHS),
      morePaths: Math.max(0, paths.length - MAX_SCANNED_PATHS),
      objects,
      versions: versions ?? null,
      checked: checked ?? null,
      lifecycle: lifecycleCounts(report.lifecycle),
    }
  })

  routes.withSession(getCountedUsage, async ({ storage }) => {
    const { lastUpdate, replication } = await withStorageErrors({ action: 'admin:DataUsageInfo' }, dataUsage(storage))
    // Before its first count a server reports the year 1.
    return { countedAt: isoTime(Date.parse(lastUpdate) || 0), replication }
  })

  routes.withSession(getLifecycleQueue, async ({ storage }) => {
    const queue = await withStorageErrors({ action: 'admin:Prometheus' }, lifecycleQueue(storage))
    return {
      nodes: queue.nodes,
      expiryPending: queue.expiryPending ?? null,
      transitionPending: queue.transitionPending ?? null,
      transitionActive: queue.transitionActive ?? null,
    }
  })
}

/** Names of objects are shorter. */
const MAX_PATH_LENGTH = 1200

const isoTime = (time: number) => (time > 0 ? new Date(time).toISOString() : '')
