/**
 * Many concurrent clients, some of which disconnect in the middle of requests: nothing else may fail, memory must not grow, and
 * the final state must be consistent. The engine runs in its own process, the load in this one.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Random, scaleAndSeed } from '@cooperage/testkit/random'
import { EMPTY_SHA256, signRequest } from '@cooperage/wire'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkFolder, type Finding } from '../src/check/index.ts'
import { SoakClient } from './soak/client.ts'
import { HttpClient } from './soak/http-client.ts'

const CLIENTS = 64
/** Duration of a short run; at a larger scale, half a minute per step of the scale. */
const SHORT_SECONDS = 12
const LONG_SECONDS = 30
/** After this share of the time and this many requests, the caches of the index and the allocator are full on any machine. */
const WARM_UP_SHARE = 0.4
const WARM_UP_REQUESTS = 5_000
const GROWTH_MIB = 24
const ROOT = { accessKey: 'soak-root', secretKey: 'soak-root-secret' }

let dataDir: string
let running: ChildProcess | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cooperage-soak-'))
})

afterEach(async () => {
  // It has exited by now, unless the test failed.
  running?.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

test(`${CLIENTS} clients that connect and disconnect see no error, and memory stays flat`, {
  timeout: 420_000,
}, async () => {
  const { scale, random } = scaleAndSeed('soak')
  const engine = await startEngineProcess()
  await createBucket(engine.url)
  const runMs = (scale === 1 ? SHORT_SECONDS : Math.min(scale, 10) * LONG_SECONDS) * 1_000
  const samples: { at: number; mib: number }[] = []
  const sampling = setInterval(() => samples.push({ at: performance.now(), mib: residentMib(engine.pid) }), 250)

  const clients = Array.from({ length: CLIENTS }, (_, index) => {
    const http = new HttpClient(engine.url, 'soak', ROOT)
    return { http, client: new SoakClient(http, new Random(random.int(0, 2 ** 31)), `client-${index}`) }
  })
  const sum = (of: (client: SoakClient) => number) => clients.reduce((total, { client }) => total + of(client), 0)
  const requests = () => sum((client) => client.requests)
  const work = (isDone: () => boolean) =>
    Promise.all(
      clients.map(async ({ client }) => {
        while (!isDone()) await client.step()
      }),
    )
  const warmFrom = performance.now() + runMs * WARM_UP_SHARE
  await work(() => performance.now() >= warmFrom && requests() >= WARM_UP_REQUESTS)
  const from = performance.now()
  const until = from + runMs * (1 - WARM_UP_SHARE)
  await work(() => performance.now() >= until)
  clearInterval(sampling)
  for (const { http } of clients) http.close()

  const half = (from + until) / 2
  const warm = most(samples.filter(({ at }) => at >= from && at < half))
  const late = most(samples.filter(({ at }) => at >= half))
  process.stdout.write(
    `soak: ${requests()} requests, ${sum(({ cuts }) => cuts)} cut off, ` +
      `memory at most ${Math.round(warm)} MiB when warm, ${Math.round(late)} MiB later\n`,
  )
  expect(clients.flatMap(({ client }) => client.wrong)).toEqual([])
  expect(sum(({ cuts }) => cuts)).toBeGreaterThan(CLIENTS)
  if (process.platform === 'linux') expect(late - warm).toBeLessThan(GROWTH_MIB)

  const { exitCode, output } = await engine.stop()
  const logged = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg)
  expect({ exitCode, logged }).toEqual({
    exitCode: 0,
    logged: [`The engine is ready at ${engine.url}`, 'The engine is stopping'],
  })
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
  const findings: Finding[] = []
  await checkFolder(dataDir, (finding) => findings.push(finding))
  expect(findings).toEqual([])
})

function most(samples: readonly { mib: number }[]): number {
  return Math.max(...samples.map(({ mib }) => mib))
}

/** Memory of the process as reported by Linux (proc(5)); elsewhere not a number. */
function residentMib(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

async function createBucket(url: string): Promise<void> {
  const target = new URL('/soak', url)
  const headers = signRequest({ method: 'PUT', url: target, credentials: ROOT, payloadHash: EMPTY_SHA256 })
  expect((await fetch(target, { method: 'PUT', headers })).status).toBe(200)
}

/** With the size of the young heap that `npm start` sets. */
async function startEngineProcess() {
  const child = fork(join(import.meta.dirname, '../src/engine-process.ts'), {
    execArgv: ['--min-semi-space-size=4', '--max-semi-space-size=4'],
    silent: true,
    env: {
      ...process.env,
      COOPERAGE_DATA: dataDir,
      COOPERAGE_STORAGE_PORT: '0',
      COOPERAGE_ROOT_USER: ROOT.accessKey,
      COOPERAGE_ROOT_PASSWORD: ROOT.secretKey,
    },
  })
  running = child
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = await new Promise<{ url: string; pid: number }>((resolve, reject) => {
    child.once('message', (message: { url: string; pid: number }) => resolve(message))
    child.once('exit', () => reject(new Error(`the engine ended: ${output}`)))
  })
  return {
    ...ready,
    async stop() {
      child.kill('SIGTERM')
      return { exitCode: await ended, output }
    },
  }
}
