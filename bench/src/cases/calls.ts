/** Plain calls on one connection: what the console adds to the storage server's own response time. */
import type { HttpResponse } from '../http-connection.ts'
import type { Options } from '../options.ts'
import { cpuDuring } from '../process-cost.ts'
import { inTurn, shared } from '../repeat.ts'
import { atMost, atMostAboveDirect, type Row } from '../result.ts'
import { SCALE, scaled } from '../scale.ts'
import { onStage, type Stage } from '../stage.ts'
import { median } from '../statistics.ts'

/** Half of what older consoles needed to list ten buckets. */
const CPU_PER_CALL_MS = 1
const OVERHEAD_MS = 1

export function measureLogin(options: Options): Promise<Row[]> {
  return onStage(options, async ({ console, direct, visitor, storage }) => {
    const calls = scaled(SCALE.logins, options)
    const { ours, theirs } = await inTurn(options.repetitions, {
      ours: () => series(calls, () => visitor.login(storage.root), console.pid),
      theirs: () => series(calls, () => direct.assumeRole()),
    })
    return [
      { what: 'login, p50', unit: 'ms', ours: p50(ours), direct: p50(theirs) },
      { what: 'login, console CPU', unit: 'ms', ours: ours.map(({ cpuMs }) => cpuMs) },
    ]
  })
}

export function measureSession(options: Options): Promise<Row[]> {
  return onStage(options, async ({ console, direct, visitor }) => {
    const calls = scaled(SCALE.calls, options)
    const { ours, theirs } = await inTurn(options.repetitions, {
      ours: () => series(calls, () => visitor.get('/api/v1/session'), console.pid),
      theirs: () => series(calls, () => direct.accountInfo()),
    })
    const cpu = ours.map(({ cpuMs }) => cpuMs)
    return [
      {
        what: 'session, p50 (direct: accountinfo)',
        unit: 'ms',
        ours: p50(ours),
        direct: p50(theirs),
        target: atMostAboveDirect(OVERHEAD_MS, 'ms'),
      },
      { what: 'session, console CPU', unit: 'ms', ours: cpu, target: atMost(CPU_PER_CALL_MS, 'ms') },
    ]
  })
}

export function measureBucketList(options: Options): Promise<Row[]> {
  return onStage(options, async (stage) => {
    const few = await listing(stage, options, 0, 10)
    const many = await listing(stage, options, 10, scaled(SCALE.buckets, options))
    return [...few, ...many]
  })
}

async function listing(stage: Stage, options: Options, existing: number, buckets: number): Promise<Row[]> {
  const { console, direct, visitor } = stage
  await shared([direct], buckets - existing, (client, index) =>
    client.createBucket(`bench-bucket-${String(existing + index).padStart(4, '0')}`),
  )
  const check = JSON.parse((await visitor.plain('/api/v1/buckets')).toString()) as { total: number }
  if (check.total !== buckets) throw new Error(`the console lists ${check.total} of ${buckets} buckets`)

  const calls = scaled(buckets > 100 ? SCALE.calls / 5 : SCALE.calls, options)
  const { ours, theirs } = await inTurn(options.repetitions, {
    ours: () => series(calls, () => visitor.get('/api/v1/buckets'), console.pid),
    theirs: () => series(calls, () => direct.listBuckets()),
  })
  const what = `list ${buckets} buckets`
  const cpu = ours.map(({ cpuMs }) => cpuMs)
  const isPlain = buckets === 10
  return [
    {
      what: `${what}, p50`,
      unit: 'ms',
      ours: p50(ours),
      direct: p50(theirs),
      ...(isPlain && { target: atMostAboveDirect(OVERHEAD_MS, 'ms') }),
    },
    {
      what: `${what}, console CPU`,
      unit: 'ms',
      ours: cpu,
      ...(isPlain && { target: atMost(CPU_PER_CALL_MS, 'ms') }),
    },
  ]
}

interface Series {
  p50Ms: number
  /** CPU time of the console per call. */
  cpuMs: number
}

const p50 = (all: readonly Series[]) => all.map(({ p50Ms }) => p50Ms)

/** Many sequential calls. */
async function series(calls: number, call: () => Promise<HttpResponse>, pid?: number): Promise<Series> {
  const latencies: number[] = []
  const work = async () => {
    for (let index = 0; index < calls; index++) latencies.push((await call()).lastByteMs)
  }
  const cpu = pid === undefined ? await work() : await cpuDuring(pid, work)
  return { p50Ms: median(latencies), cpuMs: ((cpu ?? 0) * 1000) / calls }
}
