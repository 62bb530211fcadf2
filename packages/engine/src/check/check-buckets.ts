import { ROW } from '../store/index/keys.ts'
import type { UsageRow } from '../store/index/rows.ts'
import { emptyUsage } from '../store/space/usage.ts'
import type { Versioning } from '../store/store.ts'
import type { Check } from './check-store.ts'
import { visible } from './finding.ts'
import { readRow } from './row-shapes.ts'
import { scan } from './scan.ts'

interface CheckedBucket {
  versioning: Versioning
  /** The usage counted from its rows. */
  counted: UsageRow
}

export type Buckets = Map<string, CheckedBucket>

export async function checkBuckets({ index, summary, find }: Check): Promise<Buckets> {
  const buckets: Buckets = new Map()
  for await (const { key, value } of scan(index, Buffer.from(ROW.bucket))) {
    summary.buckets++
    const name = key.toString('utf8', 1)
    const row = readRow('bucket', value)
    if (!row) find('unreadable', `bucket ${visible(name)}`, 'its row cannot be read')
    buckets.set(name, { versioning: row?.versioning ?? 'Off', counted: emptyUsage() })
  }
  for await (const { key, value } of scan(index, Buffer.from(ROW.bucketDocument))) {
    const [bucket = '', name = ''] = key.toString('utf8', 1).split('\0')
    const subject = `${visible(name)} of the bucket ${visible(bucket)}`
    if (!buckets.has(bucket)) find('inconsistent', subject, 'there is no such bucket')
    if (!readRow('bucketDocument', value)) find('unreadable', subject, 'its row cannot be read')
  }
  return buckets
}

/** Compares stored with counted usage. */
export async function checkUsage({ index, find }: Check, buckets: Buckets): Promise<void> {
  const rows = new Map<string, Buffer>()
  for await (const { key, value } of scan(index, Buffer.from(ROW.usage))) rows.set(key.toString('utf8', 1), value)
  for (const [name, { counted }] of buckets) {
    const value = rows.get(name)
    rows.delete(name)
    const subject = `usage of the bucket ${visible(name)}`
    const kept = value && readRow('usage', value)
    if (!kept) {
      find('unreadable', subject, 'its row is missing or cannot be read')
      continue
    }
    const wrong = (['versions', 'deleteMarkers', 'bytes', 'h', 'v'] as const).filter(
      (figure) => String(kept[figure]) !== String(counted[figure]),
    )
    for (const figure of wrong)
      find('inconsistent', subject, `${figure} is ${kept[figure]} instead of ${counted[figure]}`)
  }
  for (const name of rows.keys())
    find('inconsistent', `usage of the bucket ${visible(name)}`, 'there is no such bucket')
}
