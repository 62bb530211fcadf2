/** Plain calls on one connection: what the console adds to the storage server's own response time. */
import type { Credentials } from '@cooperage/wire'
import { ConsoleClient } from '../console-client.ts'
import { DirectClient } from '../direct-client.ts'
import type { HttpResponse } from '../http-connection.ts'
import type { Options } from '../options.ts'
import { cpuDuring } from '../process-cost.ts'
import { inTurn, shared } from '../repeat.ts'
import { atMost, atMostAboveDirect, atMostOfDirect, type Row } from '../result.ts'
import { SCALE, scaled } from '../scale.ts'
import { onStage, type Stage } from '../stage.ts'
import { median, percentile } from '../statistics.ts'
import { archiveOfUsers, keysOfUser } from '../users.ts'

/** Half of what older consoles needed to list ten buckets. */
const CPU_PER_CALL_MS = 1
const OVERHEAD_MS = 1
const LOGIN_CONNECTIONS = 32
const LOGIN_P99_TIMES = 1.5

export function measureLogin(options: Options): Promise<Row[]> {
  return onStage(options, async (stage) => {
    const { console, direct, visitor, storage } = stage
    const calls = scaled(SCALE.logins, options)
    const { ours, theirs } = await inTurn(options.repetitions, {
      ours: () => series(calls, () => visitor.login(storage.root), console.pid),
      theirs: () => series(calls, () => direct.assumeRole()),
    })
    return [
      { what: 'login, p50', unit: 'ms', ours: p50(ours), direct: p50(theirs) },
      { what: 'login, console CPU', unit: 'ms', ours: ours.map(({ cpuMs }) => cpuMs) },
      await loginsAtOnce(stage, options),
    ]
  })
}

/**
 * Direct is the one call without which a login is impossible, on as many connections. Each connection has its own user, because
 * the console limits the logins of one that are undecided at the same time.
 */
async function loginsAtOnce({ console, storage, direct }: Stage, options: Options): Promise<Row> {
  const count = scaled(SCALE.loginsAtOnce, options)
  await direct.importIam(await archiveOfUsers(LOGIN_CONNECTIONS))
  const sides: LoginSides[] = []
  for (let index = 0; index < LOGIN_CONNECTIONS; index++) {
    const keys = keysOfUser(index)
    const visitor = await ConsoleClient.signIn(console.url, keys)
    sides.push({ keys, visitor, own: new DirectClient({ url: storage.url, root: keys }) })
  }
  try {
    const { ours, theirs } = await inTurn(options.repetitions, {
      ours: () => p99(sides, count, ({ visitor, keys }) => visitor.login(keys)),
      theirs: () => p99(sides, count, ({ own }) => own.assumeRole()),
    })
    return {
      what: `login, p99 on ${LOGIN_CONNECTIONS} connections (direct: AssumeRole)`,
      unit: 'ms',
      ours,
      direct: theirs,
      target: atMostOfDirect(LOGIN_P99_TIMES),
    }
  } finally {
    for (const { visitor, own } of sides) {
      visitor.close()
      own.close()
    }
  }
}

interface LoginSides {
  keys: Credentials
  visitor: ConsoleClient
  own: DirectClient
}

async function p99(
  sides: readonly LoginSides[],
  count: number,
  call: (side: LoginSides) => Promise<HttpResponse>,
): Promise<number> {
  const latencies: number[] = []
  await shared(sides, count, async (side) => latencies.push((await call(side)).lastByteMs))
  return percentile(latencies, 0.99)
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
