/**
 * The hard quota of a bucket: a bucket document, compared with the usage counters that every write updates. It is checked
 * in the commit of each write that adds bytes, so concurrent writes can't exceed it together.
 */
import { parseBucketQuota } from '@cooperage/wire'
import { bucketDocumentKey, usageKey } from '../index/keys.ts'
import type { IndexReader } from '../index/ordered-index.ts'
import { type BucketDocumentRow, decodeRow, type UsageRow } from '../index/rows.ts'
import { StoreError } from '../store.ts'

/** Name of the bucket document that holds the quota in the format of the admin API. */
export const QUOTA = 'quota'

/**
 * Counts like MinIO: stored bytes (all versions, shared bytes once per version) plus new bytes must stay below the quota;
 * replaced bytes aren't subtracted.
 * @throws StoreError QuotaExceeded
 */
export function checkQuota(index: IndexReader, bucket: string, bytes: number): void {
  const document = index.get(bucketDocumentKey(bucket, QUOTA))
  if (!document) return
  const { quota, type } = parseBucketQuota(decodeRow<BucketDocumentRow>(document).text)
  if (type !== 'hard' || quota === 0) return
  const usage = index.get(usageKey(bucket))
  const used = usage ? decodeRow<UsageRow>(usage).bytes : 0
  if (used + bytes >= quota)
    throw new StoreError('QuotaExceeded', `The bucket ${bucket} has a quota of ${quota} bytes.`)
}
