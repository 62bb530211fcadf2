import { type BucketRecord, StoreError } from '../store.ts'
import { behind, bucketKey, ROW } from './keys.ts'
import type { IndexReader } from './ordered-index.ts'
import { type BucketRow, decodeRow } from './rows.ts'

export function getBucket(index: IndexReader, name: string): BucketRecord | undefined {
  const value = index.get(bucketKey(name))
  return value && { name, ...decodeRow<BucketRow>(value) }
}

export function listBuckets(index: IndexReader): BucketRecord[] {
  const prefix = Buffer.from(ROW.bucket)
  return Array.from(index.range(prefix, behind(prefix)), ({ key, value }) => ({
    name: key.toString('utf8', prefix.length),
    ...decodeRow<BucketRow>(value),
  }))
}

/** @throws StoreError NoSuchBucket */
export function requireBucket(index: IndexReader, name: string): BucketRow {
  const value = index.get(bucketKey(name))
  if (!value) throw new StoreError('NoSuchBucket', `There is no bucket ${name}.`)
  return decodeRow<BucketRow>(value)
}
