import { availableParallelism, cpus } from 'node:os'
import { jsonResponse } from '../../../http/response.ts'
import type { WebhookStats } from '../../../outbound/webhook.ts'
import type { Webhooks } from '../../../outbound/webhooks.ts'
import { ENGINE_VERSION } from '../../../version.ts'
import type { AdminOperation } from '../../call.ts'
import type { AdminServices } from '../../services.ts'
import { describeDrive } from '../../single-drive.ts'
import { totals } from '../../usage.ts'

/** The overview for `mc admin info` and consoles: one server with one pool, one set and one drive. */
export const serverInfo: AdminOperation = async ({ engine }) => jsonResponse(await describeServer(engine))

export async function describeServer(engine: AdminServices): Promise<object> {
  const { store, endpoint, region, startedAt } = engine
  const drive = await describeDrive(engine)
  const { objects, versions, deleteMarkers, bytes } = totals(store.usage())
  const { heapUsed, rss } = process.memoryUsage()
  const arns = engine.events.arns()
  return {
    mode: 'online',
    ...(region === '' ? {} : { region }),
    ...(arns.length === 0 ? {} : { sqsARN: arns }),
    deploymentID: engine.deploymentId,
    buckets: { count: store.listBuckets().length },
    objects: { count: objects },
    versions: { count: versions },
    deletemarkers: { count: deleteMarkers },
    usage: { size: bytes },
    services: { kms: {}, ldap: await ldapService(engine), ...webhookServices(engine) },
    backend: {
      backendType: 'Erasure',
      onlineDisks: 1,
      offlineDisks: 0,
      standardSCParity: 0,
      rrSCParity: 0,
      totalSets: [1],
      totalDrivesPerSet: [1],
    },
    servers: [
      {
        state: 'online',
        endpoint,
        uptime: Math.floor((Date.now() - startedAt) / 1000),
        version: ENGINE_VERSION,
        commitID: ENGINE_VERSION,
        network: { [endpoint]: 'online' },
        drives: [drive],
        poolNumber: 1,
        poolNumbers: [1],
        mem_stats: { Alloc: rss, TotalAlloc: rss, Mallocs: 0, Frees: 0, HeapAlloc: heapUsed },
        go_max_procs: availableParallelism(),
        num_cpu: cpus().length,
        runtime_version: `node ${process.versions.node}`,
        minio_env_vars: {},
        edition: '',
        is_leader: false,
        ilm_expiry_in_progress: false,
      },
    ],
    pools: {
      0: {
        0: {
          id: 0,
          rawUsage: drive.usedspace,
          rawCapacity: drive.totalspace,
          usage: bytes,
          objectsCount: objects,
          versionsCount: versions,
          deleteMarkersCount: deleteMarkers,
          healDisks: 0,
        },
      },
    },
  }
}

/**
 * The status of each webhook. Omits sections without targets. The webhooks of logs are online once they have delivered an entry;
 * those of notifications were reached when they were configured.
 */
function webhookServices({ logWebhooks, observer, events }: AdminServices): Record<string, unknown> {
  const logger = statuses(logWebhooks, 'logger-', hasDelivered)
  const audit = statuses(observer.auditWebhooks, 'audit-', hasDelivered)
  const notifications = statuses(events.webhooks, '', ({ isOnline }) => isOnline)
  return {
    ...(logger.length === 0 ? {} : { logger }),
    ...(audit.length === 0 ? {} : { audit }),
    ...(notifications.length === 0 ? {} : { notifications: [{ webhook: notifications }] }),
  }
}

const hasDelivered = ({ isOnline, sent }: WebhookStats): boolean => isOnline && sent > 0

function statuses(
  webhooks: Webhooks,
  prefix: string,
  isOnline: (stats: WebhookStats) => boolean,
): Record<string, { status: string; error?: string }>[] {
  return Array.from(webhooks, ([target, { stats }]) => {
    const { reason } = stats
    const offline = { status: 'offline', ...(reason === '' ? {} : { error: reason }) }
    return { [`${prefix}${target}`]: isOnline(stats) ? { status: 'online' } : offline }
  })
}

async function ldapService({ ldap }: AdminServices): Promise<object> {
  return ldap === undefined ? {} : { status: (await ldap.isOnline()) ? 'online' : 'offline' }
}
