/** The common calls with objects of three sizes, on one connection and on many. */
import { randomBytes } from 'node:crypto'
import type { Options } from '../../options.ts'
import { peakMib, resetPeak } from '../../process-cost.ts'
import { inTurn, shared } from '../../repeat.ts'
import { atLeastOfDirect, type Row, type Target } from '../../result.ts'
import { scaled } from '../../scale.ts'
import { BUCKET, CONNECTIONS, type Rate, rateOf, type Side, type Sides } from './sides.ts'

const KIB = 1024
const MIB = 1024 * KIB
const SIZES = [
  { name: '1 KiB', bytes: KIB, alone: 1_000, together: 4_000 },
  { name: '1 MiB', bytes: MIB, alone: 200, together: 640 },
  { name: '64 MiB', bytes: 64 * MIB, alone: 8, together: 32 },
] as const
const LISTINGS = 40

const MOVING: Target = atLeastOfDirect(0.7)
const LISTING: Target = atLeastOfDirect(1)

interface Round {
  put: Rate
  get: Rate
  head: Rate
  list: Rate
  delete: Rate
  peak: number
}

export async function measureSizes(options: Options, { engine, minio }: Sides): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, bytes, alone, together } of SIZES) {
    for (const connections of [1, CONNECTIONS]) {
      const count = Math.max(connections, scaled(connections === 1 ? alone : together, options))
      const round = (side: Side) => runRound(side, { bytes, connections, count, prefix: `${name}-${connections}` })
      const { ours, theirs } = await inTurn(options.repetitions, {
        ours: () => round(engine),
        theirs: () => round(minio),
      })
      rows.push(...rowsOf(`${name}, ${connections} at a time`, ours, theirs))
    }
  }
  return rows
}

interface RoundOptions {
  bytes: number
  connections: number
  count: number
  prefix: string
}

async function runRound(side: Side, { bytes, connections, count, prefix }: RoundOptions): Promise<Round> {
  const content = [{ bytes: randomBytes(Math.min(bytes, MIB)), length: bytes }]
  const key = (index: number) => `${prefix}/${index}`
  const clients = side.clients.slice(0, connections)
  const each = (amount: number, work: (client: (typeof clients)[number], index: number) => Promise<unknown>) =>
    rateOf(side, amount, () => shared(clients, amount, work))
  resetPeak(side.pid)
  const put = await each(count, (client, index) => client.put(BUCKET, key(index), content))
  const get = await each(count, async (client, index) => {
    const { bodyBytes } = await client.get(BUCKET, key(index))
    if (bodyBytes !== bytes) throw new Error(`${bodyBytes} bytes of ${key(index)} arrived`)
  })
  const peak = peakMib(side.pid)
  const head = await each(Math.max(count, 200), (client, index) => client.head(BUCKET, key(index % count)))
  const list = await each(LISTINGS, (client) => client.listPage(BUCKET, { prefix: `${prefix}/` }))
  const removed = await each(count, (client, index) => client.delete(BUCKET, key(index)))
  return { put, get, head, list, delete: removed, peak }
}

function rowsOf(how: string, ours: readonly Round[], theirs: readonly Round[]): Row[] {
  const rate = (name: keyof Omit<Round, 'peak'>, target?: Target): Row[] => [
    {
      what: `${name} ${how}`,
      unit: '/s',
      ours: ours.map((round) => round[name].perSecond),
      direct: theirs.map((round) => round[name].perSecond),
      ...(target === undefined ? {} : { target }),
    },
    {
      what: '… CPU for one',
      unit: 'ms',
      ours: ours.map((round) => round[name].cpuMs),
      direct: theirs.map((round) => round[name].cpuMs),
    },
  ]
  return [
    ...rate('put', MOVING),
    ...rate('get', MOVING),
    ...rate('head'),
    ...rate('list', LISTING),
    ...rate('delete'),
    {
      what: `memory at most, put and get ${how}`,
      unit: 'MiB',
      ours: ours.map(({ peak }) => peak),
      direct: theirs.map(({ peak }) => peak),
    },
  ]
}
