import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Child, startChild } from './child.ts'
import { commandFile } from './programs.ts'
import { tempFolder } from './temp-folder.ts'
import { waitUntil } from './wait-until.ts'

export interface ConsoleProcess {
  url: string
  pid: number
  dataDir: string
  child: Child
  /** Stops it and removes its data. Rejects if it responded with an error that the contract does not declare. */
  stop(): Promise<void>
}

/** Node arguments that run the command as `npm start` does. */
export function commandLine(): string[] {
  return ['--min-semi-space-size=4', '--max-semi-space-size=4', commandFile()]
}

/** Environment for a program under test, as `npm start` sets it: none of our settings leak in from the developer's shell. */
export function cleanEnvironment(own: Record<string, string> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('COOPERAGE_'))
  return { ...Object.fromEntries(inherited), MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', ...own }
}

/**
 * Starts the console as its users do, in a separate process, for a storage server that is already running, or for several by
 * their names.
 */
export async function startConsoleProcess(
  storage: string | Readonly<Record<string, string>>,
  options: { env?: Record<string, string>; dataDir?: string } = {},
): Promise<ConsoleProcess> {
  const folder = tempFolder('console')
  const { env = {}, dataDir = join(folder.path, 'data') } = options
  const child = startChild(
    process.execPath,
    [...commandLine(), ...storageArguments(storage, folder.path), '--port', '0', '--data', dataDir],
    { env: cleanEnvironment(env) },
  )
  const stop = async () => {
    await child.stop()
    folder.remove()
    expectDeclaredErrors(child.output())
  }
  const url = await readyAddress(child).catch((error) => {
    folder.remove()
    throw error
  })
  return { url, pid: child.process.pid ?? 0, dataDir, child, stop }
}

function storageArguments(storage: string | Readonly<Record<string, string>>, folder: string): string[] {
  if (typeof storage === 'string') return ['--storage', storage]
  const file = join(folder, 'servers.json')
  writeFileSync(file, JSON.stringify({ servers: Object.entries(storage).map(([name, url]) => ({ name, url })) }))
  return ['--servers', file]
}

/**
 * Waits until a console started on any free port prints its address. A response on a port picked beforehand proves nothing: it
 * can come from another console on the machine. @throws Error with its output, after stopping it
 */
export async function readyAddress(child: Child): Promise<string> {
  try {
    const isReady = () => child.process.exitCode !== null || child.output().includes('Press Ctrl+C to stop.')
    await waitUntil('the console is ready', isReady)
    const [, address] = /Console +(https?:\S+)/.exec(child.output()) ?? []
    if (address === undefined) throw new Error('it exited immediately')
    return address
  } catch (error) {
    await child.stop()
    throw new Error(`The console did not start:\n${child.output()}`, { cause: error })
  }
}

/**
 * Expects that a console returned only errors that the contract declares for the call; `log` is what it logged.
 * @throws Error naming each other one once, as `call: code`
 */
export function expectDeclaredErrors(log: string): void {
  const found = log.matchAll(/"call":"([^"]+)","code":"(\w+)","msg":"undeclared error code"/g)
  const named = new Set([...found].map(([, call, code]) => `${call}: ${code}`))
  if (named.size > 0) throw new Error(`The contract does not declare these errors: ${[...named].join(', ')}`)
}
