/** The embedded engine and MinIO, each in its own process on the same disk, called directly. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type StorageServer, startEngineProcess, startMinio, tempFolder } from '@cooperage/testkit'
import { DirectClient } from '../../direct-client.ts'
import { cpuSeconds } from '../../process-cost.ts'

export const BUCKET = 'bench-engine'
export const CONNECTIONS = 32

export interface Side {
  storage: StorageServer
  pid: number
  clients: readonly DirectClient[]
  first: DirectClient
}

export interface Sides {
  engine: Side
  minio: Side
  /** On the disk of both. Removed at the end. */
  folder: string
  /** Size of the engine's index file in MiB. */
  dataFileMib(): number
}

/** Starts both, runs `work` and always cleans up. */
export async function onBothSides<T>(work: (sides: Sides) => Promise<T>): Promise<T> {
  const folder = tempFolder('bench')
  const dataDir = join(folder.path, 'data')
  const servers: StorageServer[] = []
  const clients: DirectClient[] = []
  const side = async (storage: StorageServer): Promise<Side> => {
    servers.push(storage)
    const first = new DirectClient(storage)
    clients.push(first)
    await first.createBucket(BUCKET)
    const opened = Array.from({ length: CONNECTIONS }, () => new DirectClient(storage))
    clients.push(...opened)
    return { storage, pid: storage.pid ?? 0, clients: opened, first }
  }
  try {
    const engine = await side(await startEngineProcess({ dataDir }))
    const minio = await side(await startMinio())
    return await work({
      engine,
      minio,
      folder: folder.path,
      dataFileMib: () => statSync(join(dataDir, 'index', 'data.mdb')).size / 2 ** 20,
    })
  } finally {
    for (const client of clients) client.close()
    for (const server of servers) await server.stop()
    folder.remove()
  }
}

export interface Rate {
  perSecond: number
  /** CPU milliseconds of the server per counted unit. */
  cpuMs: number
}

/** The rate at which `work` does `count` operations, and the server's cost of each. */
export async function rateOf({ pid }: Side, count: number, work: () => Promise<unknown>): Promise<Rate> {
  const cpu = cpuSeconds(pid)
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  return { perSecond: count / seconds, cpuMs: ((cpuSeconds(pid) - cpu) * 1000) / count }
}
