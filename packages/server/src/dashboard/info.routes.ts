import { getServerInfo, getUsage, LARGEST_BUCKETS } from '@cooperage/contract'
import { dataUsage, listBuckets, type StorageClient, StorageError, serverInfo } from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'
import { driveEventsOf } from '../activity/index.ts'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import type { MetricsSource } from './metrics/metrics-source.ts'
import { usableSpace } from './usable-space.ts'
import { widgetOffer } from './widgets.routes.ts'

export function infoRoutes(registry: Registry, source: MetricsSource | undefined): void {
  const { routes, services } = registry
  const driveEvents = driveEventsOf(registry)

  routes.withSession(getServerInfo, async ({ query, session, storage, signal }) => {
    const see = driveEvents.look()
    const [info, buckets, offer] = await Promise.all([
      withStorageErrors({ action: 'admin:ServerInfo' }, serverInfo(storage)),
      countBuckets(storage),
      widgetOffer(source, { services, session, storage, query, signal }),
    ])
    see(info.servers)
    return {
      buckets: buckets ?? info.buckets,
      usage: info.usageBytes,
      objects: info.objects,
      versions: info.versions,
      deleteMarkers: info.deleteMarkers,
      mode: info.mode,
      region: info.region,
      servers: info.servers.map(({ drives, ...server }) => ({
        ...server,
        drives: drives.map(({ pool: _, set: __, endpoint: ___, ...drive }) => drive),
      })),
      parity: info.parity,
      usable: usableSpace(info),
      ...offer,
    }
  })

  routes.withSession(getUsage, async ({ storage }) => {
    const usage = await withStorageErrors({ action: 'admin:DataUsageInfo' }, dataUsage(storage))
    const sorted = usage.buckets.sort((a, b) => b.size - a.size || compareText(a.name, b.name))
    const others = sorted.slice(LARGEST_BUCKETS)
    const countedAt = Date.parse(usage.lastUpdate)
    return {
      // Before its first count a server reports the year 1.
      countedAt: countedAt > 0 ? new Date(countedAt).toISOString() : '',
      totalBytes: usage.totalSize,
      buckets: sorted.slice(0, LARGEST_BUCKETS),
      others: {
        buckets: others.length,
        size: others.reduce((sum, { size }) => sum + size, 0),
        objects: others.reduce((sum, { objects }) => sum + objects, 0),
      },
    }
  })
}

/** Servers count buckets in the background; the list is current. undefined if the visitor may not list them. */
async function countBuckets(storage: StorageClient): Promise<number | undefined> {
  try {
    return (await listBuckets(storage)).length
  } catch (error) {
    if (error instanceof StorageError && error.kind === 'refused') return undefined
    throw error
  }
}
