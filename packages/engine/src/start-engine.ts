import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sha256Hex } from '@cooperage/wire'
import { loadDeploymentId } from './deployment-id.ts'
import type { Engine } from './engine.ts'
import { newInstanceId, removeEngineRecord, writeEngineRecord } from './engine-record.ts'
import { createHandler } from './http/handler.ts'
import { listen } from './http/server.ts'
import { openIam } from './iam/iam.ts'
import type { Log } from './log.ts'
import { loadRootCredentials, type RootCredentials } from './root-credentials.ts'
import { openStore } from './store/open-store.ts'
import type { Store } from './store/store.ts'

export interface EngineOptions {
  /** Everything the engine keeps is in here; created unless it is there. */
  dataDir: string
  /** Default 127.0.0.1. */
  host?: string
  /** 0, the default, for a free one. */
  port?: number
  /** Root keys of a new data folder; made up without them. */
  root?: RootCredentials
  /** Region of the buckets. Without one any region is accepted in signatures. */
  region?: string
  /** Default: one line of JSON an entry on standard error. */
  log?: Log
}

export interface RunningEngine {
  url: string
  host: string
  port: number
  root: RootCredentials
  /** Whether the root keys were made or kept by this start, that is, whether the data folder is new. */
  createdRoot: boolean
  store: Store
  /** Ends running requests, for a while in order, and then the store. */
  close(): Promise<void>
}

/** How long requests under way may go on when the engine is closed. */
const GRACE_MS = 5_000

/**
 * Opens a data folder and serves it. Several engines can run in one process, each on its own folder.
 * @throws StoreError DataFolderInUse, DataFolderFormat, StorageFull, StorageFailed; RootCredentialsError; the system's error for the address
 */
export async function startEngine(options: EngineOptions): Promise<RunningEngine> {
  const { host = '127.0.0.1', port = 0, region = '', log = logToStandardError } = options
  const dataDir = resolve(options.dataDir)
  // What is stored is for its owner; a folder that is there keeps the permissions it was given.
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // The store takes the folder's lock, so it comes before anything else that is read or written there.
  const store = await openStore({ dataDir })
  try {
    const { created, ...root } = await loadRootCredentials(dataDir, options.root)
    const deploymentId = await loadDeploymentId(store.documents)
    const engine: Engine = {
      store,
      root,
      iam: openIam(store.documents, root.accessKey),
      region,
      instance: newInstanceId(),
      deploymentId,
      hostId: sha256Hex(deploymentId),
      startedAt: Date.now(),
      dataDir,
      endpoint: '',
      log,
      publish: () => undefined,
    }
    const server = await listen({ host, port, handler: createHandler(engine) })
    engine.endpoint = `${reachable(host)}:${server.port}`
    await writeEngineRecord(dataDir, { pid: process.pid, host, port: server.port, instance: engine.instance })
    return {
      url: `http://${engine.endpoint}`,
      host,
      port: server.port,
      root,
      createdRoot: created,
      store,
      async close() {
        await server.close(GRACE_MS)
        await removeEngineRecord(dataDir, engine.instance)
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** An address to call for an address to listen on, in the form in which it stands in a URL. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

function logToStandardError(entry: object): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`)
}
