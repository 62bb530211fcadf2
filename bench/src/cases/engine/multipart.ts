/** One large object in parts, as clients upload it: 1 GiB in parts of 16 MiB, and 512 MiB in the large parts of s5cmd. */
import { randomBytes } from 'node:crypto'
import type { Options } from '../../options.ts'
import { fillPageCache } from '../../page-cache.ts'
import { peakMib, resetPeak } from '../../process-cost.ts'
import { inTurn, shared } from '../../repeat.ts'
import { atLeastOfDirect, type Row } from '../../result.ts'
import { SCALE, scaled } from '../../scale.ts'
import { BUCKET, rateOf, type Side, type Sides } from './sides.ts'

const MIB = 1 << 20

interface Shape {
  mib: number
  partMib: number
  partsAtATime: number
  /** Of MinIO's rate. */
  share: number
}

const SHAPES: readonly Shape[] = [
  { mib: SCALE.largeMib, partMib: 16, partsAtATime: 4, share: 0.9 },
  { mib: SCALE.largeMib / 2, partMib: 50, partsAtATime: 5, share: 0.95 },
]
const KEY = 'multipart.bin'

export async function measureMultipart(options: Options, sides: Sides): Promise<Row[]> {
  const rows: Row[] = []
  if (!options.quick) fillPageCache(sides.folder)
  for (const shape of SHAPES) rows.push(...(await measureShape(options, sides, shape)))
  return rows
}

async function measureShape(options: Options, { engine, minio }: Sides, shape: Shape): Promise<Row[]> {
  const mib = scaled(shape.mib, options)
  const { ours, theirs } = await inTurn(options.repetitions, {
    ours: () => upload(engine, mib, shape),
    theirs: () => upload(minio, mib, shape),
  })
  return [
    {
      what: `${mib} MiB in parts of ${shape.partMib} MiB, ${shape.partsAtATime} at a time`,
      unit: 'MiB/s',
      ours: ours.map(({ perSecond }) => perSecond),
      direct: theirs.map(({ perSecond }) => perSecond),
      target: atLeastOfDirect(shape.share),
    },
    {
      what: '… CPU for one MiB',
      unit: 'ms',
      ours: ours.map(({ cpuMs }) => cpuMs),
      direct: theirs.map(({ cpuMs }) => cpuMs),
    },
    {
      what: '… memory at most',
      unit: 'MiB',
      ours: ours.map(({ peak }) => peak),
      direct: theirs.map(({ peak }) => peak),
    },
  ]
}

async function upload(
  side: Side,
  mib: number,
  { partMib, partsAtATime }: Shape,
): Promise<{ perSecond: number; cpuMs: number; peak: number }> {
  const bytes = randomBytes(MIB)
  const parts = Math.ceil(mib / partMib)
  const clients = side.clients.slice(0, partsAtATime)
  resetPeak(side.pid)
  const rate = await rateOf(side, mib, async () => {
    const uploadId = await side.first.createUpload(BUCKET, KEY)
    const etags: string[] = []
    await shared(clients, parts, async (client, index) => {
      // The last part has the rest.
      const length = Math.min(partMib, mib - index * partMib) * MIB
      etags[index] = await client.uploadPart(BUCKET, KEY, { uploadId, partNumber: index + 1 }, [{ bytes, length }])
    })
    await side.first.completeUpload(BUCKET, KEY, uploadId, etags)
  })
  const stored = await side.first.head(BUCKET, KEY)
  if (stored !== mib * MIB) throw new Error(`the upload stored ${stored} bytes`)
  return { ...rate, peak: peakMib(side.pid) }
}
