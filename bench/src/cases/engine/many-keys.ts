/**
 * A bucket of a million keys: written, listed by pages with a delimiter, deleted, and the effect on the engine's
 * data file. MinIO takes several times as long to write them, so it gets fewer and is compared by keys in a second, which
 * favours it if anything.
 */
import type { Options } from '../../options.ts'
import { inTurn, shared } from '../../repeat.ts'
import { atLeastOfDirect, atMost, type Row } from '../../result.ts'
import { SCALE, scaled } from '../../scale.ts'
import { BUCKET, rateOf, type Side, type Sides } from './sides.ts'

const PREFIX = 'many/'
const KEYS_OF_A_DELETION = 1_000
const DELETIONS_AT_A_TIME = 4
const CONTENT = [{ bytes: Buffer.from('x'), length: 1 }]
/** The file keeps its size and reuses freed pages, so the limit applies to writing the same amount again. */
const GROWTH_OF_SECOND_FILLING = 1.1

const keyOf = (index: number) => `${PREFIX}holiday-2026-${String(index).padStart(7, '0')}.jpg`

export async function measureManyKeys(options: Options, { engine, minio, dataFileMib }: Sides): Promise<Row[]> {
  const ours = scaled(SCALE.manyKeys, options)
  const theirs = scaled(options.minioKeys, options)
  const text = `${ours} keys (MinIO: ${theirs})`
  const before = dataFileMib()
  const filled = { engine: await fill(engine, ours), minio: await fill(minio, theirs) }
  const afterFilling = dataFileMib()
  const listed = await inTurn(options.repetitions, {
    engine: () => listAll(engine, ours),
    minio: () => listAll(minio, theirs),
  })
  const deleted = { engine: await deleteAll(engine, ours), minio: await deleteAll(minio, theirs) }
  const afterDeleting = dataFileMib()
  await fill(engine, ours)
  const afterSecond = dataFileMib()
  return [
    { what: `write ${text}`, unit: '/s', ours: [filled.engine], direct: [filled.minio] },
    {
      what: 'list them by pages with a delimiter, keys',
      unit: '/s',
      ours: listed.engine.map(({ perSecond }) => perSecond),
      direct: listed.minio.map(({ perSecond }) => perSecond),
      target: atLeastOfDirect(1),
    },
    {
      what: '… CPU for 1,000 keys',
      unit: 'ms',
      ours: listed.engine.map(({ cpuMs }) => cpuMs * 1_000),
      direct: listed.minio.map(({ cpuMs }) => cpuMs * 1_000),
    },
    {
      what: `delete them, ${KEYS_OF_A_DELETION} a request`,
      unit: '/s',
      ours: [deleted.engine],
      direct: [deleted.minio],
    },
    { what: `data file before`, unit: 'MiB', ours: [before] },
    { what: `… with ${ours} objects`, unit: 'MiB', ours: [afterFilling] },
    { what: '… after they are deleted', unit: 'MiB', ours: [afterDeleting] },
    {
      what: '… after they are written again',
      unit: 'MiB',
      ours: [afterSecond],
      target: atMost(Math.ceil(Math.max(afterFilling, afterDeleting) * GROWTH_OF_SECOND_FILLING), 'MiB'),
    },
  ]
}

async function fill(side: Side, keys: number): Promise<number> {
  const work = () => shared(side.clients, keys, (client, index) => client.put(BUCKET, keyOf(index), CONTENT))
  return (await rateOf(side, keys, work)).perSecond
}

function listAll(side: Side, keys: number): ReturnType<typeof rateOf> {
  return rateOf(side, keys, async () => {
    let found = 0
    let token = ''
    for (;;) {
      const { response, next } = await side.first.listPage(BUCKET, { prefix: PREFIX, token })
      found += response.body.toString('latin1').split('<Key>').length - 1
      if (next === undefined) break
      token = next
    }
    if (found !== keys) throw new Error(`${found} of ${keys} keys were listed`)
  })
}

async function deleteAll(side: Side, keys: number): Promise<number> {
  const rate = await rateOf(side, keys, () =>
    shared(side.clients.slice(0, DELETIONS_AT_A_TIME), Math.ceil(keys / KEYS_OF_A_DELETION), (client, index) => {
      const from = index * KEYS_OF_A_DELETION
      const count = Math.min(KEYS_OF_A_DELETION, keys - from)
      return client.deleteMany(
        BUCKET,
        Array.from({ length: count }, (_, offset) => keyOf(from + offset)),
      )
    }),
  )
  return rate.perSecond
}
