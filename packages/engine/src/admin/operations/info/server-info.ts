import { cpus } from 'node:os'
import { jsonAnswer } from '../../../http/answer.ts'
import { ENGINE_VERSION } from '../../../version.ts'
import type { AdminOperation } from '../../call.ts'
import { describeDrive } from '../../single-drive.ts'
import { totals } from '../../usage.ts'

export const serverInfo: AdminOperation = async ({ engine }) => {
  const { store, endpoint, region, startedAt } = engine
  const drive = await describeDrive(engine)
  const { objects, bytes } = totals(store.usage())
  const { heapUsed, rss } = process.memoryUsage()
  return jsonAnswer({
    mode: 'online',
    ...(region === '' ? {} : { region }),
    deploymentID: engine.deploymentId,
    buckets: { count: store.listBuckets().length },
    objects: { count: objects },
    versions: { count: 0 },
    deletemarkers: { count: 0 },
    usage: { size: bytes },
    services: { kms: {}, ldap: {} },
    backend: { backendType: 'FS', onlineDisks: 1, offlineDisks: 0 },
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
        num_cpu: cpus().length,
        runtime_version: `node ${process.versions.node}`,
        minio_env_vars: {},
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
          versionsCount: 0,
          deleteMarkersCount: 0,
          healDisks: 0,
        },
      },
    },
  })
}
