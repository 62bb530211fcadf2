/**
 * One run of the storage engine as a separate process: started here, or found running and joined. It has its own process
 * group, so that Ctrl-C in a terminal reaches only the console, which then shuts the engine down; and it keeps running if the
 * console is killed.
 */
import { spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ENGINE_LOCK_FILE, isLocked } from '@cooperage/engine/lock'
import { ENGINE_PROGRAM } from '@cooperage/engine/program'
import { readEngineRecord } from '@cooperage/engine/record'
import type { TlsSettings } from '@cooperage/listener'
import { reachableHost, urlHost } from './addresses.ts'
import { askHealth, recordedUrl } from './engine-health.ts'
import { openLog } from './log-file.ts'
import { StartError } from './values.ts'

/** Time for a clean shutdown before the engine is killed. */
const GRACE_MS = 10_000
const LOOK_EVERY_MS = 500

export interface EngineProcess {
  /** Where this machine reaches it. */
  url: string
  /** Whether other machines reach it over TLS. */
  tls: boolean
  /** Whether this start created the data folder's root keys. */
  createdRoot: boolean
  /** Resolves when the process has exited, with a description of how. */
  ended: Promise<string>
  /** Whether it was stopped through its admin API; known once it has exited. */
  wasStopped(): boolean
  /** Shuts it down, and kills it if that takes too long. */
  stop(): Promise<void>
}

export interface EngineOptions {
  dataDir: string
  host: string
  port: number
  tls: TlsSettings | undefined
  /** Environment of the child, including the root keys of a new data folder. */
  env: NodeJS.ProcessEnv
  signal: AbortSignal
}

/** The engine's log file. */
export function engineLog(dataDir: string): string {
  return join(dataDir, 'engine.log')
}

/** The reason is in `bin/cooperage.mjs`. */
const YOUNG_HEAP = ['--min-semi-space-size=4', '--max-semi-space-size=4']

/** Makes the engine use this process's compile cache from its first module. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  // Node creates a subfolder in the one that it is given.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/** Starts an engine and waits until it is ready. @throws StartError with the engine's message if it doesn't start */
export async function startEngineProcess(options: EngineOptions): Promise<EngineProcess> {
  const { dataDir, host, port, tls, env, signal } = options
  const log = openLog(engineLog(dataDir))
  const child = spawn(process.execPath, [...YOUNG_HEAP, ENGINE_PROGRAM], {
    detached: true,
    windowsHide: true,
    // Root keys go straight to a terminal and through no other process. Everything else goes to the log, because the engine
    // may outlive the terminal.
    stdio: ['ignore', process.stdout.isTTY ? 'inherit' : 'ignore', log, 'ipc'],
    env: {
      ...env,
      ...compileCache(),
      // It reads objects into blocks of up to 1 MiB, which are faster to reuse than to return.
      MALLOC_MMAP_THRESHOLD_: String(2 * 1024 ** 2),
      COOPERAGE_DATA: dataDir,
      COOPERAGE_HOST: host,
      COOPERAGE_STORAGE_PORT: String(port),
      COOPERAGE_STORAGE_TLS_CERT: tls?.certFile,
      COOPERAGE_STORAGE_TLS_KEY: tls?.keyFile,
    },
  })
  closeSync(log)

  let failure: string | undefined
  let wasStopped = false
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, how) => resolve(how === null ? `exit code ${code}` : `signal ${how}`))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    if ((await Promise.race([ended, delay(GRACE_MS, 'late', { ref: false })])) !== 'late') return
    child.kill('SIGKILL')
    await ended
  }
  const ready = new Promise<{ url: string; createdRoot: boolean }>((resolve) => {
    child.on('message', (message: unknown) => {
      if (typeof message !== 'object' || message === null) return
      if ('failed' in message) failure = String(message.failed)
      if ('stopped' in message) wasStopped = true
      if ('ready' in message && 'port' in message) {
        const url = `http://${urlHost(reachableHost(host))}:${message.port}`
        resolve({ url, createdRoot: 'createdRoot' in message && message.createdRoot === true })
      }
    })
  })
  const aborted = new Promise<'aborted'>((resolve) =>
    signal.addEventListener('abort', () => resolve('aborted'), { once: true }),
  )
  const first = await Promise.race([ready, ended, aborted])
  if (first === 'aborted') {
    await stop()
    throw signal.reason
  }
  if (typeof first === 'string') {
    throw new StartError(failure ?? `The storage engine didn't start (${first}). See ${engineLog(dataDir)}.`)
  }
  return { ...first, tls: tls !== undefined, ended, wasStopped: () => wasStopped, stop }
}

/**
 * Joins the engine that runs on this data folder, if any. The record alone proves nothing: the server at its address has to
 * prove that it wrote the record.
 */
export async function joinEngineProcess(dataDir: string): Promise<EngineProcess | undefined> {
  const record = await readEngineRecord(dataDir)
  if (record === undefined) return undefined
  const isThere = async () => {
    const health = await askHealth(record)
    // An engine that is too busy to respond still holds its lock; another server that took its port doesn't.
    return health === 'engine' || (health === 'silent' && isLocked(join(dataDir, ENGINE_LOCK_FILE)))
  }
  let health = await askHealth(record)
  // A busy engine may not respond immediately, so retry a limited number of times.
  for (let asked = 1; health === 'silent' && asked < 3; asked++) health = await askHealth(record)
  if (health !== 'engine') return undefined

  const watching = new AbortController()
  const ended = (async () => {
    while (await isThere()) await delay(LOOK_EVERY_MS, undefined, { ref: false, signal: watching.signal })
    return 'it no longer responds'
  })()
  // Only an aborted wait rejects, and then nothing awaits it.
  ended.catch(() => undefined)

  const stop = async () => {
    watching.abort()
    if (!(await isThere())) return
    sendSignal(record.pid, 'SIGTERM')
    for (const until = Date.now() + GRACE_MS; Date.now() < until; await delay(50)) if (!(await isThere())) return
    sendSignal(record.pid, 'SIGKILL')
  }
  // An engine started by another console has no IPC channel to this one.
  return { url: recordedUrl(record), tls: record.tls, createdRoot: false, ended, wasStopped: () => false, stop }
}

/** Ignores a process that has just exited. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
