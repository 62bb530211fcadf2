import { join } from 'node:path'
import { type Child, startChild } from './child.ts'
import { freePort } from './ports.ts'
import { packageFile } from './programs.ts'
import { tempFolder } from './temp-folder.ts'
import { START_DEADLINE, waitUntil } from './wait-until.ts'

export interface ConsoleProcess {
  url: string
  pid: number
  child: Child
  /** Ends it and removes what it kept. */
  stop(): Promise<void>
}

/** Arguments with which Node runs the command as `npm start` does. */
export function commandLine(): string[] {
  return ['--max-semi-space-size=4', packageFile('@cooperage/cli', '../bin/cooperage.mjs')]
}

/** Environment for a program under test: none of our settings leak in from the developer's shell. */
export function cleanEnvironment(own: Record<string, string> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('COOPERAGE_'))
  return { ...Object.fromEntries(inherited), ...own }
}

/** Starts the console as its users do, in a process of its own, in front of a storage server that runs already. */
export async function startConsoleProcess(
  storageUrl: string,
  { env = {} }: { env?: Record<string, string> } = {},
): Promise<ConsoleProcess> {
  const folder = tempFolder('console')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = startChild(
    process.execPath,
    [...commandLine(), '--storage', storageUrl, '--port', String(port), '--data', join(folder.path, 'data')],
    { env: cleanEnvironment(env) },
  )
  const stop = async () => {
    await child.stop()
    folder.remove()
  }
  try {
    await waitUntil(
      'the console answers',
      async () => {
        if (child.process.exitCode !== null) return 'ended'
        return (await fetch(`${url}/healthz`)).ok
      },
      START_DEADLINE,
    )
    if (child.process.exitCode !== null) throw new Error('the console ended at once')
  } catch (error) {
    await stop()
    throw new Error(`The console did not start:\n${child.output()}`, { cause: error })
  }
  return { url, pid: child.process.pid ?? 0, child, stop }
}
