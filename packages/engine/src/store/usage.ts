import { behind, ROW, usageKey } from './keys.ts'
import type { IndexReader, IndexWriter } from './ordered-index.ts'
import { decodeRow, encodeRow, type UsageRow } from './rows.ts'
import type { BucketUsage } from './store.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** The admin API's size classes: objects below `below` bytes that are in no earlier class. */
const SIZE_CLASSES = [
  { name: 'LESS_THAN_1024_B', below: KIB },
  { name: 'BETWEEN_1024_B_AND_64_KB', below: 64 * KIB },
  { name: 'BETWEEN_64_KB_AND_256_KB', below: 256 * KIB },
  { name: 'BETWEEN_256_KB_AND_512_KB', below: 512 * KIB },
  { name: 'BETWEEN_512_KB_AND_1_MB', below: MIB },
  { name: 'BETWEEN_1_MB_AND_10_MB', below: 10 * MIB },
  { name: 'BETWEEN_10_MB_AND_64_MB', below: 64 * MIB },
  { name: 'BETWEEN_64_MB_AND_128_MB', below: 128 * MIB },
  { name: 'BETWEEN_128_MB_AND_512_MB', below: 512 * MIB },
  { name: 'GREATER_THAN_512_MB', below: Number.POSITIVE_INFINITY },
]

/** The sum of classes 1 to 4, which the admin API reports beside them (in this spelling) for older clients. */
const UP_TO_1_MB = 'BETWEEN_1024B_AND_1_MB'

export function emptyUsage(): UsageRow {
  return { objects: 0, bytes: 0, h: SIZE_CLASSES.map(() => 0) }
}

/** Counts objects that a change adds to a bucket and takes from it, by their sizes. */
export function countUsage(writer: IndexWriter, bucket: string, change: { added?: number; removed?: number }): void {
  const key = usageKey(bucket)
  const value = writer.get(key)
  const usage = value ? decodeRow<UsageRow>(value) : emptyUsage()
  if (change.added !== undefined) count(usage, change.added, 1)
  if (change.removed !== undefined) count(usage, change.removed, -1)
  writer.put(key, encodeRow(usage))
}

function count(usage: UsageRow, size: number, sign: 1 | -1): void {
  usage.objects += sign
  usage.bytes += sign * size
  const index = SIZE_CLASSES.findIndex(({ below }) => size < below)
  usage.h[index] = (usage.h[index] ?? 0) + sign
}

export function readUsage(index: IndexReader): BucketUsage[] {
  const prefix = Buffer.from(ROW.usage)
  return Array.from(index.range(prefix, behind(prefix)), ({ key, value }) => {
    const { objects, bytes, h } = decodeRow<UsageRow>(value)
    const sizeHistogram = Object.fromEntries(SIZE_CLASSES.map(({ name }, index) => [name, h[index] ?? 0]))
    sizeHistogram[UP_TO_1_MB] = h.slice(1, 5).reduce((sum, objectCount) => sum + objectCount, 0)
    return { bucket: key.toString('utf8', prefix.length), objects, bytes, sizeHistogram }
  })
}
