/** Runs the real command in a separate data folder and inspects what it leaves there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EngineRecord, newChallenge, proofOf } from '@cooperage/engine/record'
import { type Child, commandFile, startChild, tempFolder, waitUntil } from '@cooperage/testkit'

export const MAIN = commandFile()

/** Environment without the settings of the user who runs the tests. */
export function cleanEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('COOPERAGE_')))
}

/** A data folder and every process that uses it; `end` cleans up, whatever the test did. */
export class Site {
  readonly #folder = tempFolder('cli')
  readonly dataDir = join(this.#folder.path, 'data')
  readonly #children: Child[] = []
  readonly #engines = new Set<number>()

  /** Starts the command, on any free ports by default. */
  run(args: string[] = [], env: Record<string, string> = {}): Child {
    return this.launch((own) => startChild(process.execPath, [MAIN, ...args], { env: { ...own, ...env } }))
  }

  /** Starts it in another way, with an environment that names the data folder and free ports. */
  launch(start: (env: NodeJS.ProcessEnv) => Child): Child {
    const ports = { COOPERAGE_PORT: '0', COOPERAGE_STORAGE_PORT: '0' }
    const child = start({ ...cleanEnv(), COOPERAGE_DATA: this.dataDir, ...ports })
    this.#children.push(child)
    return child
  }

  /** Starts it and waits until it reports that it is ready. */
  async start(args: string[] = [], env: Record<string, string> = {}): Promise<{ child: Child; url: string }> {
    const child = this.run(args, env)
    return { child, url: await this.ready(child) }
  }

  /** Waits until it reports that it is ready, and returns the address of its console. */
  async ready(child: Child, deadlineMs = 60_000): Promise<string> {
    const isReady = () => {
      if (child.process.exitCode !== null) throw new Error(child.output())
      return child.output().includes('Press Ctrl+C to stop.')
    }
    await waitUntil(`the command is ready\n${child.output()}`, isReady, { deadlineMs })
    this.engine()
    return /Console +(https?:\S+)/.exec(child.output())?.[1] ?? ''
  }

  /** The current content of `engine.json`. */
  engine(): EngineRecord {
    const record: EngineRecord = JSON.parse(readFileSync(join(this.dataDir, 'engine.json'), 'utf8'))
    this.#engines.add(record.pid)
    return record
  }

  /** Waits until an engine other than `before` responds. */
  engineAfter(before: EngineRecord): Promise<EngineRecord> {
    return waitUntil('another engine responds', async () => {
      const engine = this.engine()
      return engine.secret !== before.secret && (await isRunning(engine)) && engine
    })
  }

  async end(): Promise<void> {
    for (const child of this.#children) await child.stop()
    for (const pid of this.#engines) {
      if (isEngine(pid)) process.kill(pid, 'SIGKILL')
    }
    this.#folder.remove()
  }
}

/** Whether this particular engine responds on its port. */
export async function isRunning({ port, secret }: EngineRecord): Promise<boolean> {
  const challenge = newChallenge()
  try {
    const headers = { 'x-cooperage-challenge': challenge }
    const response = await fetch(`http://127.0.0.1:${port}/minio/health/live`, { headers })
    await response.body?.cancel()
    return response.headers.get('x-cooperage-proof') === proofOf(secret, challenge)
  } catch {
    return false
  }
}

/** PIDs are reused, so this checks that the process has the engine's command line. */
function isEngine(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('engine')
  } catch {
    return false
  }
}
