/** Moving one large object: uploads and downloads through the console compared with the storage server itself. */
import { randomBytes } from 'node:crypto'
import { createChecksum } from '@cooperage/wire'
import type { ConsoleClient } from '../console-client.ts'
import type { BodyPart, HttpResponse } from '../http-connection.ts'
import type { Options } from '../options.ts'
import { cpuSeconds, peakMib, resetPeak } from '../process-cost.ts'
import { inTurn } from '../repeat.ts'
import { atLeastOfDirect, atMost, type Row, type Target } from '../result.ts'
import { SCALE, scaled } from '../scale.ts'
import { onStage } from '../stage.ts'

const MEMORY_MIB = 150
const UPLOAD_SHARE = 0.85
const DOWNLOAD_SHARE = 0.92
/** Of the console for each GiB uploaded. */
const UPLOAD_CPU_SECONDS = 1.3
const BUCKET = 'bench-transfers'
const MIB = 1 << 20
const PART_MIB = 16

interface Transfer {
  mibPerSecond: number
  cpuSeconds: number
  peakMib: number
}

export function measureUpload(options: Options): Promise<Row[]> {
  return onStage(options, async ({ console, direct, visitor }) => {
    const mib = scaled(SCALE.largeMib, options)
    const file = { bytes: randomBytes(MIB), length: mib * MIB }
    await direct.createBucket(BUCKET)
    const { ours, theirs } = await inTurn(options.repetitions, {
      ours: () => transfer(console.pid, mib, () => visitor.upload(BUCKET, 'large.bin', file)),
      theirs: () => transfer(console.pid, mib, () => direct.put(BUCKET, 'large.bin', [file])),
    })
    const stored = await direct.head(BUCKET, 'large.bin')
    if (stored !== file.length) throw new Error(`the upload stored ${stored} bytes of ${file.length}`)
    return rows(`upload ${mib} MiB`, ours, theirs, uploadTargets(mib))
  })
}

/** As the page uploads a large file: three parts at a time. The direct upload is one request, as before. */
export function measureUploadInParts(options: Options): Promise<Row[]> {
  return onStage(options, async ({ console, direct, visitor }) => {
    const mib = Math.ceil(scaled(SCALE.largeMib, options) / PART_MIB) * PART_MIB
    const part = { bytes: randomBytes(MIB), length: PART_MIB * MIB }
    await direct.createBucket(BUCKET)
    const connections = [visitor, visitor.twin(), visitor.twin()]
    const { ours, theirs } = await inTurn(options.repetitions, {
      ours: () => transfer(console.pid, mib, () => uploadInParts(connections, mib / PART_MIB, part)),
      theirs: () => transfer(console.pid, mib, () => direct.put(BUCKET, 'large.bin', [{ ...part, length: mib * MIB }])),
    })
    for (const twin of connections.slice(1)) twin.close()
    const stored = await direct.head(BUCKET, 'parts.bin')
    if (stored !== mib * MIB) throw new Error(`the upload stored ${stored} bytes of ${mib * MIB}`)
    return rows(`upload ${mib} MiB in parts`, ours, theirs, uploadTargets(mib))
  })
}

async function uploadInParts(connections: readonly ConsoleClient[], count: number, part: BodyPart): Promise<void> {
  const [first] = connections
  if (first === undefined) throw new Error('an upload needs a connection')
  const uploads = `/api/v1/buckets/${BUCKET}/objects/uploads`
  const prefix = 'parts.bin'
  const { upload_id } = (await first.post(`${uploads}?prefix=${prefix}`, {})) as { upload_id: string }
  const checksum = createChecksum('crc32c')
  for (let sent = 0; sent < part.length; sent += part.bytes.length) checksum.update(part.bytes)
  const crc32c = checksum.base64()
  const etags: string[] = []
  const numbers = Array.from({ length: count }, (_, at) => at + 1).values()
  const send = async (connection: ConsoleClient) => {
    for (const part_number of numbers) {
      const query = { prefix, upload_id, part_number: String(part_number), crc32c }
      etags[part_number - 1] = await connection.uploadPart(BUCKET, query, part)
    }
  }
  await Promise.all(connections.map(send))
  const parts = etags.map((etag, at) => ({ part_number: at + 1, etag, crc32c }))
  await first.post(`${uploads}/complete?${new URLSearchParams({ prefix, upload_id })}`, { parts })
}

export function measureDownload(options: Options): Promise<Row[]> {
  return onStage(options, async ({ console, direct, visitor }) => {
    const mib = scaled(SCALE.largeMib, options)
    await direct.createBucket(BUCKET)
    await direct.put(BUCKET, 'large.bin', [{ bytes: randomBytes(MIB), length: mib * MIB }])
    const path = `/api/v1/buckets/${BUCKET}/objects/download?prefix=large.bin`
    const whole = async (response: Promise<HttpResponse>) => {
      const { bodyBytes } = await response
      if (bodyBytes !== mib * MIB) throw new Error(`${bodyBytes} bytes arrived`)
    }
    const { ours, theirs } = await inTurn(options.repetitions, {
      ours: () => transfer(console.pid, mib, () => whole(visitor.get(path))),
      theirs: () => transfer(console.pid, mib, () => whole(direct.get(BUCKET, 'large.bin'))),
    })
    return rows(`download ${mib} MiB`, ours, theirs, { rate: atLeastOfDirect(DOWNLOAD_SHARE) })
  })
}

async function transfer(pid: number, mib: number, work: () => Promise<unknown>): Promise<Transfer> {
  resetPeak(pid)
  const cpu = cpuSeconds(pid)
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  return { mibPerSecond: mib / seconds, cpuSeconds: cpuSeconds(pid) - cpu, peakMib: peakMib(pid) }
}

interface Targets {
  rate: Target
  cpu?: Target
}

const uploadTargets = (mib: number): Targets => ({
  rate: atLeastOfDirect(UPLOAD_SHARE),
  cpu: atMost(Math.round((UPLOAD_CPU_SECONDS * mib * 100) / 1024) / 100, 's'),
})

function rows(what: string, ours: readonly Transfer[], direct: readonly Transfer[], { rate, cpu }: Targets): Row[] {
  return [
    {
      what,
      unit: 'MiB/s',
      ours: ours.map(({ mibPerSecond }) => mibPerSecond),
      direct: direct.map(({ mibPerSecond }) => mibPerSecond),
      target: rate,
    },
    {
      what: '… console CPU',
      unit: 's',
      ours: ours.map(({ cpuSeconds }) => cpuSeconds),
      ...(cpu && { target: cpu }),
    },
    {
      what: '… console memory at most',
      unit: 'MiB',
      ours: ours.map(({ peakMib }) => peakMib),
      target: atMost(MEMORY_MIB, 'MiB'),
    },
  ]
}
