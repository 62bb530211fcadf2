import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type TlsSettings, trustedProxies } from '@cooperage/listener'
import { newSecret, removeEngineRecord, writeEngineRecord } from './engine-record.ts'
import { listen } from './http/server.ts'
import { type Log, writeLogLine } from './log.ts'
import { openEngine } from './open-engine.ts'
import { createHandler } from './request-handler.ts'
import type { RootCredentials } from './root-credentials.ts'
import type { CannedAcls } from './s3/acl.ts'
import type { Store } from './store/store.ts'

export interface EngineOptions {
  /** The data folder. Created if it doesn't exist. */
  dataDir: string
  /** Default 127.0.0.1. */
  host?: string
  /** Default: 0, any free port. */
  port?: number
  /** Without it the engine serves plain HTTP, and a reverse proxy may add TLS. */
  tls?: TlsSettings
  /** Addresses, networks, or `loopback`, whose X-Forwarded headers are trusted. Default: none. */
  trustedProxies?: readonly string[]
  /** Root credentials of a new data folder. Default: generated. */
  root?: RootCredentials
  /** Region of the buckets. Without one any region is accepted in signatures. */
  region?: string
  /** Requests over further connections get 503 SlowDown. Default: 2000. */
  maxConnections?: number
  /** Whether Prometheus may read metrics without a token. */
  isMetricsPublic?: boolean
  /** Whether S3 accepts signature version 2, in requests, links and forms. Default: yes. */
  acceptsSignatureV2?: boolean
  /** What happens to an ACL in the headers of an upload that grants access to others. Default: `ignore`. */
  cannedAcls?: CannedAcls
  /** Days in which all stored data is verified once; 0 to disable. Default: 30. */
  scrubDays?: number
  /** Seconds between lifecycle scans; 0 to disable. Default: 300. */
  lifecycleSeconds?: number
  /** Seconds between updates of the keys of an LDAP directory's users. Default: 600. */
  directorySeconds?: number
  /** The clock of lifecycle rules, for tests. Default: the system clock. */
  now?: () => number
  /** Path of the key file for encrypted objects. Default: `encryption-keys` in the data folder. */
  encryptionKeyFile?: string
  /** Default: one line of JSON per entry on standard error. */
  log?: Log
  /** Called when the engine is stopped through the admin API, or when a requested restart fails. */
  onStop?: (error?: unknown) => void
}

export interface RunningEngine {
  url: string
  host: string
  port: number
  root: RootCredentials
  /** Whether this start created the root credentials, that is, whether the data folder is new. */
  createdRoot: boolean
  store: Store
  /** Waits for running requests for a grace period, then closes the store. */
  close(): Promise<void>
}

/** Before authentication a connection can use about 50 KiB (headers and form fields), so this bounds them to 100 MiB. */
const DEFAULT_MAX_CONNECTIONS = 2000
const DEFAULT_SCRUB_DAYS = 30
const DEFAULT_LIFECYCLE_SECONDS = 300
const DEFAULT_DIRECTORY_SECONDS = 600

/** Grace period for running requests when the engine closes. */
const GRACE_MS = 5_000

/**
 * Opens a data folder and serves it. Several engines can run in one process, each on its own folder.
 * @throws StoreError DataFolderInUse, DataFolderFormat, StorageFull, StorageFailed; RootCredentialsError; CertificateError; the
 * system's error for the address
 */
export async function startEngine(options: EngineOptions): Promise<RunningEngine> {
  const {
    host = '127.0.0.1',
    port = 0,
    region = '',
    maxConnections = DEFAULT_MAX_CONNECTIONS,
    isMetricsPublic = false,
    acceptsSignatureV2 = true,
    cannedAcls = 'ignore',
    scrubDays = DEFAULT_SCRUB_DAYS,
    lifecycleSeconds = DEFAULT_LIFECYCLE_SECONDS,
    directorySeconds = DEFAULT_DIRECTORY_SECONDS,
    now = Date.now,
    log = writeLogLine,
    tls,
    onStop,
  } = options
  const trustsProxy = trustedProxies(options.trustedProxies ?? [])
  const dataDir = resolve(options.dataDir)
  // Stored data is for its owner only. An existing folder keeps its permissions.
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const recordSecret = newSecret()
  const open = async (endpoint: string) => {
    const opened = await openEngine({
      dataDir,
      root: options.root,
      region,
      isMetricsPublic,
      acceptsSignatureV2,
      cannedAcls,
      trustsProxy,
      scrubDays,
      lifecycleSeconds,
      directorySeconds,
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
  /** Requests that arrive during a restart wait for this. */
  let restarting: Promise<void> | undefined
  let isClosed = false

  const server = await listen({
    host,
    port,
    tls,
    maxConnections,
    log: (entry) => current.engine.log(entry),
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
  const record = { pid: process.pid, host, port: server.port, tls: tls !== undefined, secret: recordSecret }
  await writeEngineRecord(dataDir, record).catch((error) => {
    // The parent knows the address. On a full disk, serving matters more than being found by other processes.
    if (error.code !== 'ENOSPC') throw error
    log({ level: 'error', message: "the disk is full: other processes can't find this engine", error: String(error) })
  })

  function control(action: 'restart' | 'stop'): void {
    if (isClosed || restarting !== undefined) return
    const done = action === 'stop' ? close() : restart()
    done.then(
      () => (action === 'stop' ? onStop?.() : undefined),
      (error) => {
        log({ level: 'error', message: `the engine failed to ${action} gracefully`, error: String(error) })
        onStop?.(error)
      },
    )
  }

  /** The listener stays open, so that the port is kept and no client is refused. */
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
    // A failed restart has already been reported. Close what is left of it.
    await restarting?.catch(() => undefined)
    current.endStreams()
    await server.close(GRACE_MS)
    await removeEngineRecord(dataDir, recordSecret)
    await current.close()
  }

  return {
    url: `${tls ? 'https' : 'http'}://${endpoint}`,
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

/** The URL form of an address that reaches a listener on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
