/** Moving one large object: uploads and downloads through the console compared with the storage server itself. */
import { randomBytes } from 'node:crypto'
import type { HttpResponse } from '../http-connection.ts'
import type { Options } from '../options.ts'
import { cpuSeconds, peakMib, resetPeak } from '../process-cost.ts'
import { inTurn } from '../repeat.ts'
import { atLeastOfDirect, atMost, type Row } from '../result.ts'
import { SCALE, scaled } from '../scale.ts'
import { onStage } from '../stage.ts'

const MEMORY_MIB = 150
const SHARE_OF_DIRECT = 0.9
const BUCKET = 'bench-transfers'
const MIB = 1 << 20

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
    return rows(`upload ${mib} MiB`, ours, theirs)
  })
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
    return rows(`download ${mib} MiB`, ours, theirs)
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

function rows(what: string, ours: readonly Transfer[], direct: readonly Transfer[]): Row[] {
  return [
    {
      what,
      unit: 'MiB/s',
      ours: ours.map(({ mibPerSecond }) => mibPerSecond),
      direct: direct.map(({ mibPerSecond }) => mibPerSecond),
      target: atLeastOfDirect(SHARE_OF_DIRECT),
    },
    { what: '… console CPU', unit: 's', ours: ours.map(({ cpuSeconds }) => cpuSeconds) },
    {
      what: '… console memory at most',
      unit: 'MiB',
      ours: ours.map(({ peakMib }) => peakMib),
      target: atMost(MEMORY_MIB, 'MiB'),
    },
  ]
}
