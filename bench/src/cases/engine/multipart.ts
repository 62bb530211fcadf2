/** One object of 1 GiB in parts of 16 MiB, four at a time, as clients upload it. */
import { randomBytes } from 'node:crypto'
import type { Options } from '../../options.ts'
import { peakMib, resetPeak } from '../../process-cost.ts'
import { inTurn, shared } from '../../repeat.ts'
import { atLeastOfDirect, type Row } from '../../result.ts'
import { SCALE, scaled } from '../../scale.ts'
import { BUCKET, rateOf, type Side, type Sides } from './sides.ts'

const MIB = 1 << 20
const PART_MIB = 16
const PARTS_AT_A_TIME = 4
const KEY = 'multipart.bin'

export async function measureMultipart(options: Options, { engine, minio }: Sides): Promise<Row[]> {
  const parts = Math.ceil(scaled(SCALE.largeMib, options) / PART_MIB)
  const { ours, theirs } = await inTurn(options.repetitions, {
    ours: () => upload(engine, parts),
    theirs: () => upload(minio, parts),
  })
  return [
    {
      what: `multipart of ${parts * PART_MIB} MiB`,
      unit: 'MiB/s',
      ours: ours.map(({ perSecond }) => perSecond),
      direct: theirs.map(({ perSecond }) => perSecond),
      target: atLeastOfDirect(0.7),
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

async function upload(side: Side, parts: number): Promise<{ perSecond: number; cpuMs: number; peak: number }> {
  const content = [{ bytes: randomBytes(MIB), length: PART_MIB * MIB }]
  const clients = side.clients.slice(0, PARTS_AT_A_TIME)
  resetPeak(side.pid)
  const rate = await rateOf(side, parts * PART_MIB, async () => {
    const uploadId = await side.first.createUpload(BUCKET, KEY)
    const etags: string[] = []
    await shared(clients, parts, async (client, index) => {
      etags[index] = await client.uploadPart(BUCKET, KEY, { uploadId, partNumber: index + 1 }, content)
    })
    await side.first.completeUpload(BUCKET, KEY, uploadId, etags)
  })
  const stored = await side.first.head(BUCKET, KEY)
  if (stored !== parts * PART_MIB * MIB) throw new Error(`the upload stored ${stored} bytes`)
  return { ...rate, peak: peakMib(side.pid) }
}
