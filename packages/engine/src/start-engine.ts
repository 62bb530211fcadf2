import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { newSecret, removeEngineRecord, writeEngineRecord } from './engine-record.ts'
import { listen } from './http/server.ts'
import type { Log } from './log.ts'
import { openEngine } from './open-engine.ts'
import { createHandler } from './request-handler.ts'
import type { RootCredentials } from './root-credentials.ts'
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
  /** Over further connections every request is answered with 503 SlowDown. Default: 2000. */
  maxConnections?: number
  /** Whether Prometheus may read metrics without a token. */
  isMetricsPublic?: boolean
  /** Whether S3 accepts signature version 2, in requests, links and forms. Default: yes. */
  acceptsSignatureV2?: boolean
  /** In how many days everything that is stored is read and compared with its checksums; 0: never. Default: 30. */
  scrubDays?: number
  /** Between two scans for what has to go by the rules of its bucket; 0: none. Default: 300. */
  lifecycleSeconds?: number
  /** The clock of these rules, for tests. Default: the machine's. */
  now?: () => number
  /** Where the keys of encrypted objects are, or will be; default: `encryption-keys` in the data folder. */
  encryptionKeyFile?: string
  /** Default: one line of JSON an entry on standard error. */
  log?: Log
  /** Called when somebody stopped the engine by the admin API, or when it could not restart as asked. */
  onStop?: (error?: unknown) => void
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

/** What a connection holds before anybody is authenticated, its headers and the fields of a form, makes 100 MiB of so many. */
const DEFAULT_MAX_CONNECTIONS = 2000
const DEFAULT_SCRUB_DAYS = 30
const DEFAULT_LIFECYCLE_SECONDS = 300

/** How long requests under way may go on when the engine is closed. */
const GRACE_MS = 5_000

/**
 * Opens a data folder and serves it. Several engines can run in one process, each on its own folder.
 * @throws StoreError DataFolderInUse, DataFolderFormat, StorageFull, StorageFailed; RootCredentialsError; the system's error for the address
 */
export async function startEngine(options: EngineOptions): Promise<RunningEngine> {
  const {
    host = '127.0.0.1',
    port = 0,
    region = '',
    maxConnections = DEFAULT_MAX_CONNECTIONS,
    isMetricsPublic = false,
    acceptsSignatureV2 = true,
    scrubDays = DEFAULT_SCRUB_DAYS,
    lifecycleSeconds = DEFAULT_LIFECYCLE_SECONDS,
    now = Date.now,
    log = logToStandardError,
    onStop,
  } = options
  const dataDir = resolve(options.dataDir)
  // What is stored is for its owner; a folder that is there keeps the permissions it was given.
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const recordSecret = newSecret()
  const open = async (endpoint: string) => {
    const opened = await openEngine({
      dataDir,
      root: options.root,
      region,
      isMetricsPublic,
      acceptsSignatureV2,
      scrubDays,
      lifecycleSeconds,
      now,
      encryptionKeyFile: options.encryptionKeyFile,
      log,
      recordSecret,
      endpoint,
      control,
    })
    return { ...opened, handle: createHandler(opened.engine) }
  }

  let current = await open('')
  const { createdRoot } = current
  /** Requests that come while the engine restarts wait for this. */
  let restarting: Promise<void> | undefined
  let isClosed = false

  const server = await listen({
    host,
    port,
    maxConnections,
    handler: (incoming, response, isSurplus) =>
      restarting === undefined
        ? current.handle(incoming, response, isSurplus)
        : restarting.then(
            () => current.handle(incoming, response, isSurplus),
            () => void response.destroy(),
          ),
  }).catch(async (error) => {
    await current.close()
    throw error
  })
  const endpoint = `${reachable(host)}:${server.port}`
  current.engine.endpoint = endpoint
  const record = { pid: process.pid, host, port: server.port, secret: recordSecret }
  await writeEngineRecord(dataDir, record).catch((error) => {
    // Who started it knows where it is; on a full disk serving matters more than being found by others.
    if (error.code !== 'ENOSPC') throw error
    log({ level: 'error', message: 'the disk is full: other processes cannot find this engine', error: String(error) })
  })

  function control(action: 'restart' | 'stop'): void {
    if (isClosed || restarting !== undefined) return
    const done = action === 'stop' ? close() : restart()
    done.then(
      () => (action === 'stop' ? onStop?.() : undefined),
      (error) => {
        log({ level: 'error', message: `the engine did not ${action} in order`, error: String(error) })
        onStop?.(error)
      },
    )
  }

  /** The listener stays, so that nobody else takes the port and no client is refused. */
  function restart(): Promise<void> {
    restarting = (async () => {
      current.endStreams()
      await server.drain(GRACE_MS)
      await current.close()
      current = await open(endpoint)
      restarting = undefined
    })()
    return restarting
  }

  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    // Why a restart failed was told already; what is left of it is closed all the same.
    await restarting?.catch(() => undefined)
    current.endStreams()
    await server.close(GRACE_MS)
    await removeEngineRecord(dataDir, recordSecret)
    await current.close()
  }

  return {
    url: `http://${endpoint}`,
    host,
    port: server.port,
    root: current.engine.root,
    createdRoot,
    get store() {
      return current.engine.store
    },
    close,
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
