/** The console under test: the real command, pointed at a storage server. */
import { fileURLToPath } from 'node:url'
import { type Child, freePort, startChild, tempFolder, waitUntil } from '@cooperage/testkit'
import { START_DEADLINE_MS } from './storage-process.ts'

const COMMAND = fileURLToPath(new URL('../../packages/cli/bin/cooperage.mjs', import.meta.url))

/** Seals the sessions of every console under test, so that one can be replaced by another. */
const SHARED_SECRET = 'the secret that all consoles of the journeys share'

export interface ConsoleProcess {
  url: string
  port: number
  /** Ends the process; its data folder and its port stay for `start`. */
  end(): Promise<void>
  /** Ends it as a power cut would; otherwise like `end`. */
  kill(): Promise<void>
  /** Starts it again where it was, with these settings in place of those from before. */
  start(changed?: Record<string, string>): Promise<void>
  /** Everything it wrote in all its lives. */
  output(): string
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

/** Starts a console and waits until it answers. `env` holds settings such as COOPERAGE_LOGIN. */
export async function startConsole(storageUrl: string, env: Record<string, string> = {}): Promise<ConsoleProcess> {
  const folder = tempFolder('journey-console')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const past: string[] = []
  const spawn = async (changed: Record<string, string> = {}) => {
    const child = startChild(process.execPath, [COMMAND], {
      env: {
        ...process.env,
        COOPERAGE_DATA: folder.path,
        COOPERAGE_PORT: String(port),
        COOPERAGE_STORAGE_URL: storageUrl,
        COOPERAGE_SECRET: SHARED_SECRET,
        ...env,
        ...changed,
      },
    })
    await waitForAnswer(child, url)
    return child
  }
  let child = await spawn()
  const end = async () => {
    await child.stop()
    past.push(child.output())
  }
  return {
    url,
    port,
    end,
    async kill() {
      child.process.kill('SIGKILL')
      await child.ended
      past.push(child.output())
    },
    output: () => [...past, child.output()].join('\n'),
    async start(changed) {
      child = await spawn(changed)
    },
    async stop() {
      await child.stop()
      folder.remove()
    },
  }
}

async function waitForAnswer(child: Child, url: string): Promise<void> {
  try {
    const answers = async () => {
      if (child.process.exitCode !== null) return 'ended'
      return (await fetch(`${url}/healthz`)).ok
    }
    await waitUntil('the console answers', answers, { deadlineMs: START_DEADLINE_MS })
    if (child.process.exitCode !== null) throw new Error('it ended at once')
  } catch (error) {
    await child.stop()
    throw new Error(`The console did not start:\n${child.output()}`, { cause: error })
  }
}
