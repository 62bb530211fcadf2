/**
 * The hard quota of a bucket: a bucket document, held against the figures that every write keeps up to date. Asked in the
 * commit of each write that brings bytes, so no two writes pass together of which one alone would be refused.
 */
import { parseBucketQuota } from '@cooperage/wire'
import { bucketDocumentKey, usageKey } from '../index/keys.ts'
import type { IndexReader } from '../index/ordered-index.ts'
import { type BucketDocumentRow, decodeRow, type UsageRow } from '../index/rows.ts'
import { StoreError } from '../store.ts'

/** The bucket document that holds it, in the form of the admin API. */
export const QUOTA = 'quota'

/**
 * As MinIO counts: what is stored (all versions, shared bytes as often as they are shared) and what comes have to stay below
 * the quota; what is replaced is not taken off.
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
