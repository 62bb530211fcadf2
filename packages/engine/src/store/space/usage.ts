import { getBucket } from '../index/bucket-rows.ts'
import { behind, ROW, usageKey } from '../index/keys.ts'
import type { IndexReader, IndexWriter } from '../index/ordered-index.ts'
import { decodeRow, encodeRow, type UsageRow } from '../index/rows.ts'
import type { BucketUsage } from '../store.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Values below `below` that belong to no earlier range. */
interface Class {
  name: string
  below: number
}

/** The admin API's size ranges. */
const SIZE_CLASSES: Class[] = [
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

/** The sum of ranges 1 to 4, which the admin API also reports (with this spelling) for older clients. */
const UP_TO_1_MB = 'BETWEEN_1024B_AND_1_MB'

/** Ranges of the number of versions, delete markers included. The first is for buckets that were never versioned. */
const VERSION_CLASSES: Class[] = [
  { name: 'UNVERSIONED', below: 1 },
  { name: 'SINGLE_VERSION', below: 2 },
  { name: 'BETWEEN_2_AND_10', below: 10 },
  { name: 'BETWEEN_10_AND_100', below: 100 },
  { name: 'BETWEEN_100_AND_1000', below: 1000 },
  { name: 'BETWEEN_1000_AND_10000', below: 10_000 },
  { name: 'GREATER_THAN_10000', below: Number.POSITIVE_INFINITY },
]

/** The contribution of a key to its bucket's usage. `versions` excludes delete markers; `bytes` covers all versions. */
export interface KeyFigures {
  versions: number
  deleteMarkers: number
  bytes: number
}

export function emptyUsage(): UsageRow {
  return {
    versions: 0,
    deleteMarkers: 0,
    bytes: 0,
    h: SIZE_CLASSES.map(() => 0),
    v: VERSION_CLASSES.map(() => 0),
  }
}

/** Replaces the contribution of a key in the usage of its bucket. */
export function countKey(writer: IndexWriter, bucket: string, before: KeyFigures, after: KeyFigures): void {
  const key = usageKey(bucket)
  const value = writer.get(key)
  const usage = value ? decodeRow<UsageRow>(value) : emptyUsage()
  count(usage, before, -1)
  count(usage, after, 1)
  writer.put(key, encodeRow(usage))
}

function count(usage: UsageRow, { versions, deleteMarkers, bytes }: KeyFigures, sign: 1 | -1): void {
  if (versions + deleteMarkers === 0) return
  usage.versions += sign * versions
  usage.deleteMarkers += sign * deleteMarkers
  usage.bytes += sign * bytes
  countClass(usage.h, SIZE_CLASSES, bytes, sign)
  countClass(usage.v, VERSION_CLASSES, versions + deleteMarkers, sign)
}

function countClass(counts: number[], classes: Class[], value: number, sign: 1 | -1): void {
  const at = classes.findIndex(({ below }) => value < below)
  counts[at] = (counts[at] ?? 0) + sign
}

export function readUsage(index: IndexReader): BucketUsage[] {
  const prefix = Buffer.from(ROW.usage)
  return Array.from(index.range(prefix, behind(prefix)), ({ key, value }) => {
    const { h, v, bytes, versions, deleteMarkers } = decodeRow<UsageRow>(value)
    const bucket = key.toString('utf8', prefix.length)
    const sizeHistogram = histogram(SIZE_CLASSES, h)
    sizeHistogram[UP_TO_1_MB] = sum(h.slice(1, 5))
    const [, single = 0, ...several] = v
    const isVersioned = getBucket(index, bucket)?.versioning !== 'Off'
    const versionsHistogram = histogram(VERSION_CLASSES, isVersioned ? v : [single, 0, ...several])
    return {
      bucket,
      objects: sum(v),
      versions: isVersioned ? versions + deleteMarkers : 0,
      deleteMarkers,
      bytes,
      sizeHistogram,
      versionsHistogram,
    }
  })
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

function histogram(classes: Class[], counts: number[]): Record<string, number> {
  return Object.fromEntries(classes.map(({ name }, at) => [name, counts[at] ?? 0]))
}
