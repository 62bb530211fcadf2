/** The embedded engine beside MinIO on the same disk, both spoken to directly. */
import { randomBytes } from 'node:crypto'
import type { StorageServer } from '@cooperage/testkit'
import { DirectClient } from '../direct-client.ts'
import type { Options } from '../options.ts'
import { inTurn, shared } from '../repeat.ts'
import type { Row } from '../result.ts'
import { SCALE, scaled } from '../scale.ts'
import { startStorage } from '../stage.ts'
import { fill, listDirect } from './object-list.ts'

const MIB = 1 << 20
const SMALL_BYTES = 4096
const CLIENTS = 16
const BUCKET = 'bench-engine'

/** Needs MinIO; the column "direct" is MinIO here. */
export async function measureEngine(options: Options): Promise<Row[]> {
  const servers = await Promise.all([startStorage('engine'), startStorage('minio')])
  try {
    const [engine, minio] = await Promise.all(servers.map(prepare))
    if (engine === undefined || minio === undefined) return []
    const rows = [
      ...(await large(options, engine, minio)),
      ...(await small(options, engine, minio)),
      ...(await listing(options, engine, minio)),
    ]
    for (const { direct, clients } of [engine, minio]) for (const client of [direct, ...clients]) client.close()
    return rows
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

interface Side {
  storage: StorageServer
  direct: DirectClient
  clients: DirectClient[]
}

async function prepare(storage: StorageServer): Promise<Side> {
  const direct = await DirectClient.open(storage)
  await direct.createBucket(BUCKET)
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => DirectClient.open(storage)))
  return { storage, direct, clients }
}

async function perSecond(amount: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (amount * 1000) / (performance.now() - startedAt)
}

async function large(options: Options, engine: Side, minio: Side): Promise<Row[]> {
  const mib = scaled(SCALE.largeMib, options)
  const file = { bytes: randomBytes(MIB), length: mib * MIB }
  const put = ({ direct }: Side) => perSecond(mib, () => direct.put(BUCKET, 'large.bin', [file]))
  const get = ({ direct }: Side) => perSecond(mib, () => direct.get(BUCKET, 'large.bin'))
  const puts = await inTurn(options.repetitions, { engine: () => put(engine), minio: () => put(minio) })
  const gets = await inTurn(options.repetitions, { engine: () => get(engine), minio: () => get(minio) })
  return [
    { what: `engine: put ${mib} MiB (direct: MinIO)`, unit: 'MiB/s', ours: puts.engine, direct: puts.minio },
    { what: `engine: get ${mib} MiB (direct: MinIO)`, unit: 'MiB/s', ours: gets.engine, direct: gets.minio },
  ]
}

async function small(options: Options, engine: Side, minio: Side): Promise<Row[]> {
  const count = scaled(SCALE.smallObjects, options)
  const content = [{ bytes: randomBytes(SMALL_BYTES), length: SMALL_BYTES }]
  const key = (index: number) => `small/${index}`
  const rows: Row[] = []
  for (const workers of [1, CLIENTS]) {
    const some = ({ clients }: Side) => clients.slice(0, workers)
    const put = (side: Side) =>
      perSecond(count, () => shared(some(side), count, (client, index) => client.put(BUCKET, key(index), content)))
    const get = (side: Side) =>
      perSecond(count, () => shared(some(side), count, (client, index) => client.get(BUCKET, key(index))))
    const puts = await inTurn(options.repetitions, { engine: () => put(engine), minio: () => put(minio) })
    const gets = await inTurn(options.repetitions, { engine: () => get(engine), minio: () => get(minio) })
    const how = `4 KiB, ${workers} at a time (direct: MinIO)`
    rows.push({ what: `engine: put ${how}`, unit: '/s', ours: puts.engine, direct: puts.minio })
    rows.push({ what: `engine: get ${how}`, unit: '/s', ours: gets.engine, direct: gets.minio })
  }
  return rows
}

async function listing(options: Options, engine: Side, minio: Side): Promise<Row[]> {
  const keys = scaled(SCALE.keys, options)
  const filled: number[] = []
  for (const side of [engine, minio]) filled.push(await perSecond(keys, () => fill(side, keys)))
  const { ours, theirs } = await inTurn(options.repetitions, {
    ours: () => listDirect(engine),
    theirs: () => listDirect(minio),
  })
  const last = (all: typeof ours) => all.map(({ lastByteMs }) => lastByteMs)
  const first = (all: typeof ours) => all.map(({ firstPageMs }) => firstPageMs)
  return [
    {
      what: `engine: ${keys} keys written, ${CLIENTS} at a time (direct: MinIO)`,
      unit: '/s',
      ours: filled.slice(0, 1),
      direct: filled.slice(1),
    },
    {
      what: `engine: first page of ${keys} keys (direct: MinIO)`,
      unit: 'ms',
      ours: first(ours),
      direct: first(theirs),
    },
    { what: `engine: all ${keys} keys listed (direct: MinIO)`, unit: 'ms', ours: last(ours), direct: last(theirs) },
  ]
}
