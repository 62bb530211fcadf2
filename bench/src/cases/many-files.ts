/** Moving many objects: files of a folder uploaded side by side, and small objects downloaded as an archive. */
import { randomBytes } from 'node:crypto'
import { ConsoleClient } from '../console-client.ts'
import { DirectClient } from '../direct-client.ts'
import type { HttpResponse } from '../http-connection.ts'
import type { Options } from '../options.ts'
import { cpuDuring, peakMib, resetPeak } from '../process-cost.ts'
import { inTurn, shared } from '../repeat.ts'
import { atLeastOfDirect, atMost, type Row } from '../result.ts'
import { SCALE, scaled } from '../scale.ts'
import { onStage, type Stage } from '../stage.ts'

const BUCKET = 'bench-many-files'
const MIB = 1 << 20
/** As many files as the page uploads at a time. */
const CONNECTIONS = 6
const UPLOAD_SHARE = 0.85
const SMALL_BYTES = 4096
/** The archive's bytes per second, against those of the same objects fetched one by one on as many connections. */
const ARCHIVE_SHARE = 1 / 1.2
const ARCHIVE_FIRST_BYTE_MS = 20
const MEMORY_MIB = 150

export function measureManyFiles(options: Options): Promise<Row[]> {
  return onStage(options, async (stage) => {
    await stage.direct.createBucket(BUCKET)
    const visitors: ConsoleClient[] = []
    for (let index = 0; index < CONNECTIONS; index++) {
      visitors.push(await ConsoleClient.signIn(stage.console.url, stage.storage.root))
    }
    const direct = Array.from({ length: CONNECTIONS }, () => new DirectClient(stage.storage))
    try {
      return [...(await uploads(stage, options, visitors, direct)), ...(await archive(stage, options, direct))]
    } finally {
      for (const client of [...visitors, ...direct]) client.close()
    }
  })
}

async function uploads(
  { console }: Stage,
  options: Options,
  visitors: readonly ConsoleClient[],
  direct: readonly DirectClient[],
): Promise<Row[]> {
  const files = scaled(SCALE.files, options)
  const file = { bytes: randomBytes(MIB), length: MIB }
  const cpu: number[] = []
  const memory: number[] = []
  const { ours, theirs } = await inTurn(options.repetitions, {
    ours: async () => {
      resetPeak(console.pid)
      let rate = 0
      const seconds = await cpuDuring(console.pid, async () => {
        rate = await perSecond(files, () =>
          shared(visitors, files, (visitor, index) => visitor.upload(BUCKET, `${index}.bin`, file)),
        )
      })
      cpu.push(seconds)
      memory.push(peakMib(console.pid))
      return rate
    },
    theirs: () =>
      perSecond(files, () => shared(direct, files, (client, index) => client.put(BUCKET, `${index}.bin`, [file]))),
  })
  return [
    {
      what: `upload ${files} files of 1 MiB, ${CONNECTIONS} at a time`,
      unit: '/s',
      ours,
      direct: theirs,
      target: atLeastOfDirect(UPLOAD_SHARE),
    },
    { what: '… console CPU', unit: 's', ours: cpu.slice(1) },
    {
      what: '… console memory at most',
      unit: 'MiB',
      ours: memory.slice(1),
      target: atMost(MEMORY_MIB, 'MiB'),
    },
  ]
}

async function archive({ visitor }: Stage, options: Options, direct: readonly DirectClient[]): Promise<Row[]> {
  const objects = scaled(SCALE.archived, options)
  const content = [{ bytes: randomBytes(SMALL_BYTES), length: SMALL_BYTES }]
  await shared(direct, objects, (client, index) => client.put(BUCKET, `small/${index}.bin`, content))
  const path = `/api/v1/buckets/${BUCKET}/objects/download?prefix=${encodeURIComponent('small/')}`
  const { ours, theirs } = await inTurn(options.repetitions, {
    ours: () => archived(objects, visitor.get(path)),
    theirs: () =>
      perSecond(objects, () => shared(direct, objects, (client, index) => client.get(BUCKET, `small/${index}.bin`))),
  })
  return [
    {
      what: `download ${objects} objects of 4 KiB as an archive (direct: each, ${CONNECTIONS} at a time)`,
      unit: '/s',
      ours: ours.map(({ perSecond }) => perSecond),
      direct: theirs,
      target: atLeastOfDirect(ARCHIVE_SHARE),
    },
    {
      what: '… first byte',
      unit: 'ms',
      ours: ours.map(({ firstByteMs }) => firstByteMs),
      target: atMost(ARCHIVE_FIRST_BYTE_MS, 'ms'),
    },
  ]
}

async function archived(
  objects: number,
  download: Promise<HttpResponse>,
): Promise<{ perSecond: number; firstByteMs: number }> {
  const { bodyBytes, firstByteMs, lastByteMs } = await download
  if (bodyBytes < objects * SMALL_BYTES) throw new Error(`the archive has ${bodyBytes} bytes`)
  return { perSecond: (objects * 1000) / lastByteMs, firstByteMs }
}

async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (count * 1000) / (performance.now() - startedAt)
}
