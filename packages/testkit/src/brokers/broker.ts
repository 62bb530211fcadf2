/** What the starters of this folder have in common: real programs that receive the events of buckets. */
import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { findExecutable } from '../../../../scripts/programs.ts'
import { type Child, startChild } from '../child.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitUntil } from '../wait-until.ts'

/** An event as the broker has it. */
export interface BrokerEvent {
  /** Bucket and key, as the row, the field or the message is called. */
  name: string
  records: { eventName: string; s3: { bucket: { name: string }; object: { key: string } } }[]
}

export interface Broker {
  /** Keys and values of a target that delivers to it. */
  settings: Record<string, string>
  /** The events that it has received so far. Throws while it has no place for them yet. */
  events(): Promise<BrokerEvent[]>
  /** Its process, if it runs in a separate one. */
  pid?: number
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

interface BrokerProcess {
  child: Child
  pid: number
  stop(): Promise<void>
}

interface RunOptions {
  env?: Record<string, string>
  cwd?: string
  /** For a program or libraries in the cache folder, which another user may not be allowed to enter. */
  asCurrentUser?: boolean
}

export interface BrokerOptions extends Omit<RunOptions, 'cwd'> {
  args: string[]
  /** Whether it accepts connections, usually by what it has written. */
  isReady: (child: Child) => boolean | Promise<boolean>
  /** Ends it immediately, even if clients are connected. */
  signal?: NodeJS.Signals
}

/** A folder for a broker's data, which belongs to the user that the broker runs as. */
export function brokerFolder(kind: string): { path: string; remove: () => void } {
  const folder = tempFolder(kind)
  const user = unprivileged()
  if (user !== undefined) chownSync(folder.path, user.uid, user.gid)
  return folder
}

/** Starts a broker's program and waits until it is ready. */
export async function startBrokerProcess(
  program: string,
  folder: ReturnType<typeof brokerFolder>,
  { args, env = {}, isReady, signal, asCurrentUser = false }: BrokerOptions,
): Promise<BrokerProcess> {
  const child = startChild(brokerProgram(program), args, {
    cwd: folder.path,
    env: { ...process.env, HOME: folder.path, ...env },
    ...(asCurrentUser ? {} : unprivileged()),
  })
  const stop = async () => {
    await child.stop(signal)
    folder.remove()
  }
  try {
    await waitUntil(`${program} is ready`, async () => {
      if (child.process.exitCode !== null) return 'ended'
      return await isReady(child)
    })
    if (child.process.exitCode !== null) throw new Error(`${program} exited immediately`)
  } catch (error) {
    await stop()
    throw new Error(`${program} did not start:\n${child.output()}`, { cause: error })
  }
  return { child, pid: child.process.pid ?? 0, stop }
}

/** Runs a program of a broker to its end and returns its output. */
export function runBrokerProgram(
  program: string,
  args: string[],
  { env = {}, cwd = tmpdir(), asCurrentUser = false }: RunOptions = {},
): string {
  const user = asCurrentUser ? {} : unprivileged()
  const options = { ...user, cwd, env: { ...process.env, ...env }, encoding: 'utf8' as const }
  const { status, stdout, stderr, error } = spawnSync(brokerProgram(program), args, options)
  if (status !== 0) throw new Error(`${program} failed: ${stdout}${stderr}`, { cause: error })
  return stdout
}

function brokerProgram(program: string): string {
  const path = findExecutable(program)
  if (path === undefined) throw new Error(`${program} isn't installed`)
  return path
}

/** Some brokers refuse to run as root: then they run as the user "nobody". */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/** A client of the broker that prints every message on its own line. */
export async function subscribe(
  server: BrokerProcess,
  program: string,
  folder: string,
  options: BrokerOptions,
): Promise<Pick<Broker, 'events' | 'pid' | 'stop'>> {
  try {
    const client = await startBrokerProcess(program, { path: folder, remove: () => undefined }, options)
    return {
      events: async () => eventsIn(client.child.output()),
      pid: server.pid,
      async stop() {
        await client.stop()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** The messages among the lines, without one that isn't complete yet. */
function eventsIn(output: string): BrokerEvent[] {
  const lines = output.split('\n').slice(0, -1)
  return lines.filter((line) => line.startsWith('{')).map(messageEvent)
}

/** The event in a message, as MinIO sends it to queues. */
export function messageEvent(text: string): BrokerEvent {
  const { Key, Records } = JSON.parse(text)
  return { name: Key, records: Records }
}
