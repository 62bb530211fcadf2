/** Listing of a folder of 100,000 objects. */
import { decode } from '../console-client.ts'
import { DirectClient } from '../direct-client.ts'
import type { HttpResponse } from '../http-connection.ts'
import type { Options } from '../options.ts'
import { cpuSeconds, peakMib, resetPeak } from '../process-cost.ts'
import { inTurn, shared } from '../repeat.ts'
import { atMost, type Row } from '../result.ts'
import { FIRST_PAGE_ROWS, PAGE_ROWS, SCALE, scaled } from '../scale.ts'
import { onStage, type Stage } from '../stage.ts'

const WRITERS = 16
const FIRST_ROWS_MS = 90
const MEMORY_MIB = 150
const BUCKET = 'bench-keys'

interface Listing {
  /** First and last byte of the first response. */
  firstByteMs: number
  firstPageMs: number
  /** Last byte of all responses, without the client's decoding time. */
  lastByteMs: number
  bytes: number
  cpuSeconds: number
}

export function measureObjectList(options: Options): Promise<Row[]> {
  return onStage(options, async (stage) => {
    const keys = scaled(SCALE.keys, options)
    await fill(stage, keys)
    await check(stage, keys)
    const { pid } = stage.console
    resetPeak(pid)
    const { paged, pagedDirect, plain, plainDirect } = await inTurn(options.repetitions, {
      paged: () => listPaged(stage),
      pagedDirect: () => listDirect(stage, FIRST_PAGE_ROWS),
      plain: () => listPlain(stage),
      plainDirect: () => listDirect(stage, PAGE_ROWS),
    })
    const peak = peakMib(pid)
    const of = (all: readonly Listing[], name: keyof Listing) => all.map((listing) => listing[name])
    const kilobytes = (all: readonly Listing[]) => all.map(({ bytes }) => bytes / 1000)
    return [
      {
        what: `list ${keys} keys by pages, first byte`,
        unit: 'ms',
        ours: of(paged, 'firstByteMs'),
        direct: of(pagedDirect, 'firstByteMs'),
      },
      {
        what: `… first ${FIRST_PAGE_ROWS} rows whole`,
        unit: 'ms',
        ours: of(paged, 'firstPageMs'),
        direct: of(pagedDirect, 'firstPageMs'),
        target: atMost(FIRST_ROWS_MS, 'ms'),
      },
      { what: '… last byte', unit: 'ms', ours: of(paged, 'lastByteMs'), direct: of(pagedDirect, 'lastByteMs') },
      { what: '… on the wire', unit: 'kB', ours: kilobytes(paged), direct: kilobytes(pagedDirect) },
      { what: '… console CPU', unit: 's', ours: of(paged, 'cpuSeconds') },
      {
        what: `list ${keys} keys in one response, first byte`,
        unit: 'ms',
        ours: of(plain, 'firstByteMs'),
        direct: of(plainDirect, 'firstByteMs'),
        target: atMost(FIRST_ROWS_MS, 'ms'),
      },
      { what: '… last byte', unit: 'ms', ours: of(plain, 'lastByteMs'), direct: of(plainDirect, 'lastByteMs') },
      { what: '… on the wire', unit: 'kB', ours: kilobytes(plain), direct: kilobytes(plainDirect) },
      { what: '… console CPU', unit: 's', ours: of(plain, 'cpuSeconds') },
      { what: '… console memory at most', unit: 'MiB', ours: [peak], target: atMost(MEMORY_MIB, 'MiB') },
    ]
  })
}

/** Fills the bucket that is listed. */
async function fill({ storage, direct }: Stage, keys: number): Promise<void> {
  await direct.createBucket(BUCKET)
  const writers = Array.from({ length: WRITERS }, () => new DirectClient(storage))
  const content = [{ bytes: Buffer.from('x'), length: 1 }]
  await shared(writers, keys, (writer, index) =>
    writer.put(BUCKET, `holiday-2026-${String(index).padStart(6, '0')}.jpg`, content),
  )
  for (const writer of writers) writer.close()
}

async function check({ visitor }: Stage, keys: number): Promise<void> {
  const text = (await visitor.plain(`/api/v1/buckets/${BUCKET}/objects`)).toString()
  const { objects } = JSON.parse(text) as { objects: unknown[] }
  if (objects.length !== keys) throw new Error(`the console lists ${objects.length} of ${keys} objects`)
}

async function listPaged({ visitor, console }: Stage): Promise<Listing> {
  const before = cpuSeconds(console.pid)
  const responses: HttpResponse[] = []
  const query = new URLSearchParams({ limit: String(FIRST_PAGE_ROWS) })
  for (;;) {
    const response = await visitor.get(`/api/v1/buckets/${BUCKET}/objects?${query}`, { keepBody: true })
    responses.push(response)
    const { next, continuation } = JSON.parse(decode(response).toString()) as { next?: string; continuation?: string }
    if (next === undefined) break
    query.set('limit', String(PAGE_ROWS))
    query.set('after', next)
    if (continuation !== undefined) query.set('continuation', continuation)
  }
  return { ...summary(responses), cpuSeconds: cpuSeconds(console.pid) - before }
}

async function listPlain({ visitor, console }: Stage): Promise<Listing> {
  const before = cpuSeconds(console.pid)
  const response = await visitor.get(`/api/v1/buckets/${BUCKET}/objects`)
  return { ...summary([response]), cpuSeconds: cpuSeconds(console.pid) - before }
}

async function listDirect({ direct }: Stage, firstRows: number): Promise<Listing> {
  const responses: HttpResponse[] = []
  let rows = firstRows
  let token = ''
  for (;;) {
    const { response, next } = await direct.listPage(BUCKET, { token, rows })
    responses.push(response)
    if (next === undefined) break
    rows = PAGE_ROWS
    token = next
  }
  return { ...summary(responses), cpuSeconds: 0 }
}

function summary(responses: readonly HttpResponse[]): Omit<Listing, 'cpuSeconds'> {
  const [first] = responses
  return {
    firstByteMs: first?.firstByteMs ?? Number.NaN,
    firstPageMs: first?.lastByteMs ?? Number.NaN,
    lastByteMs: responses.reduce((sum, { lastByteMs }) => sum + lastByteMs, 0),
    bytes: responses.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0),
  }
}
