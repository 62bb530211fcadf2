/**
 * One life of the storage engine as a process of its own: started by us, or found running and joined. It has its own
 * process group, so that Ctrl-C at a terminal reaches the console only, which then ends the engine in order; and it goes
 * on when the console is killed.
 */
import { spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ENGINE_LOCK_FILE, isLocked } from '@cooperage/engine/lock'
import { ENGINE_PROGRAM } from '@cooperage/engine/program'
import { readEngineRecord } from '@cooperage/engine/record'
import { reachableHost, urlHost } from './addresses.ts'
import { askHealth, recordedUrl } from './engine-health.ts'
import { openLog } from './log-file.ts'
import { StartError } from './start-error.ts'

/** Time for a clean end before the engine is killed. */
const GRACE_MS = 10_000
const LOOK_EVERY_MS = 500

export interface EngineProcess {
  url: string
  /** Whether this start made the data folder's root keys. */
  createdRoot: boolean
  /** Resolves when the process is gone, with how in words. */
  ended: Promise<string>
  /** Whether it ended because somebody stopped it by its admin API; known when it has ended. */
  wasStopped(): boolean
  /** Ends it in order, by force if that takes too long. */
  stop(): Promise<void>
}

export interface EngineOptions {
  dataDir: string
  host: string
  port: number
  /** Environment of the child, the root keys of a new data folder included. */
  env: NodeJS.ProcessEnv
  signal: AbortSignal
}

/** Where the engine writes what it has to say after its start. */
export function engineLog(dataDir: string): string {
  return join(dataDir, 'engine.log')
}

/** For the reason that `bin/cooperage.mjs` gives. */
const SMALL_YOUNG_HEAP = '--max-semi-space-size=4'

/** Lets the engine use this process's compile cache from its first file on. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  // Node makes a folder of its own below the one that it is given.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/** Starts an engine and waits until it answers. @throws StartError with the engine's own words when it does not start */
export async function startEngineProcess(options: EngineOptions): Promise<EngineProcess> {
  const { dataDir, host, port, env, signal } = options
  const log = openLog(engineLog(dataDir))
  const child = spawn(process.execPath, [SMALL_YOUNG_HEAP, ENGINE_PROGRAM], {
    detached: true,
    windowsHide: true,
    // Root keys go straight to a terminal and pass through nobody. Everything else is written to the log, because the
    // engine may outlive the terminal.
    stdio: ['ignore', process.stdout.isTTY ? 'inherit' : 'ignore', log, 'ipc'],
    env: {
      ...env,
      ...compileCache(),
      COOPERAGE_DATA: dataDir,
      COOPERAGE_HOST: host,
      COOPERAGE_STORAGE_PORT: String(port),
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
  return { ...first, ended, wasStopped: () => wasStopped, stop }
}

/**
 * Joins the engine that runs on this data folder, if one does. The record alone proves nothing: whoever answers there has to
 * prove that it wrote the record.
 */
export async function joinEngineProcess(dataDir: string): Promise<EngineProcess | undefined> {
  const record = await readEngineRecord(dataDir)
  if (record === undefined) return undefined
  const isThere = async () => {
    const health = await askHealth(record)
    // An engine that is too busy to answer isn't gone, and holds its lock; a stranger that took its port has no lock.
    return health === 'engine' || (health === 'silent' && isLocked(join(dataDir, ENGINE_LOCK_FILE)))
  }
  let health = await askHealth(record)
  // A busy one may not answer at once; somebody else's that never does is given up.
  for (let asked = 1; health === 'silent' && asked < 3; asked++) health = await askHealth(record)
  if (health !== 'engine') return undefined

  const watching = new AbortController()
  const ended = (async () => {
    while (await isThere()) await delay(LOOK_EVERY_MS, undefined, { ref: false, signal: watching.signal })
    return 'it no longer answers'
  })()
  // Only an aborted wait rejects; nobody is left who asks then.
  ended.catch(() => undefined)

  const stop = async () => {
    watching.abort()
    if (!(await isThere())) return
    sendSignal(record.pid, 'SIGTERM')
    for (const until = Date.now() + GRACE_MS; Date.now() < until; await delay(50)) if (!(await isThere())) return
    sendSignal(record.pid, 'SIGKILL')
  }
  // An engine that was started by another console has nobody here to tell.
  return { url: recordedUrl(record), createdRoot: false, ended, wasStopped: () => false, stop }
}

/** A process that has ended by itself a moment ago needs no signal any more. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
