/** Time from the command to the first successful response, and memory at rest. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { cleanEnvironment, commandLine, freePort, startChild, tempFolder, waitUntil } from '@cooperage/testkit'
import type { Options } from '../options.ts'
import { residentMib } from '../process-cost.ts'
import { atMost, type Row } from '../result.ts'
import { startStorage } from '../stage.ts'

const FIRST_ANSWER_MS = 700
const AT_REST_MIB = 110
/** Long enough for the work after the start to finish. */
const REST_MS = 3_000

interface Start {
  healthMs: number
  loginMs: number
  restMib: number
}

export async function measureStartUp(options: Options): Promise<Row[]> {
  const storage = await startStorage(options.against)
  const fresh = tempFolder('bench-start')
  try {
    const alone: Start[] = []
    const withEngine: Start[] = []
    for (let round = 0; round <= options.repetitions; round++) {
      const data = join(fresh.path, String(round))
      const one = await start(['--storage', storage.url, '--data', join(data, 'console')])
      const both = await start(['--storage-port', String(await freePort()), '--data', join(data, 'both')])
      // The first round fills the compile cache.
      if (round > 0) {
        alone.push(one)
        withEngine.push(both)
      }
    }
    const of = (starts: readonly Start[], name: keyof Start) => starts.map((start) => start[name])
    const target = atMost(FIRST_ANSWER_MS, 'ms')
    return [
      { what: 'start of the console alone to /healthz', unit: 'ms', ours: of(alone, 'healthMs'), target },
      { what: '… to /login', unit: 'ms', ours: of(alone, 'loginMs'), target },
      { what: 'start of engine and console to /healthz', unit: 'ms', ours: of(withEngine, 'healthMs'), target },
      { what: '… to /login', unit: 'ms', ours: of(withEngine, 'loginMs'), target },
      {
        what: 'console memory at rest',
        unit: 'MiB',
        ours: of(alone, 'restMib'),
        target: atMost(AT_REST_MIB, 'MiB'),
      },
    ]
  } finally {
    fresh.remove()
    await storage.stop()
  }
}

async function start(args: readonly string[]): Promise<Start> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = startChild(process.execPath, [...commandLine(), ...args, '--port', String(port)], {
    env: cleanEnvironment(),
  })
  try {
    const responses = (path: string) =>
      waitUntil(
        `${path} responds\n${child.output()}`,
        async () => {
          if (child.process.exitCode !== null) throw new Error(child.output())
          return (await fetch(url + path)).ok
        },
        { everyMs: 2 },
      )
    await responses('/healthz')
    const healthMs = performance.now() - startedAt
    await responses('/login')
    const loginMs = performance.now() - startedAt
    await delay(REST_MS)
    return { healthMs, loginMs, restMib: residentMib(child.process.pid ?? 0) }
  } finally {
    await child.stop()
  }
}
