import { requireBucket } from './index/bucket-rows.ts'
import { behind, bucketDocumentKey, bucketDocumentsPrefix } from './index/keys.ts'
import type { IndexWriter } from './index/ordered-index.ts'
import { type BucketDocumentRow, decodeRow, encodeRow } from './index/rows.ts'
import type { StoreContext } from './store-context.ts'

export function setBucketDocument(
  { index, now }: StoreContext,
  bucket: string,
  name: string,
  text: string | undefined,
): Promise<void> {
  const key = bucketDocumentKey(bucket, name)
  return index.commit((writer) => {
    requireBucket(writer, bucket)
    if (text === undefined) writer.delete(key)
    else {
      const row: BucketDocumentRow = { text, updatedAt: now() }
      writer.put(key, encodeRow(row))
    }
  })
}

export function getBucketDocument(
  { index }: StoreContext,
  bucket: string,
  name: string,
): BucketDocumentRow | undefined {
  const value = index.get(bucketDocumentKey(bucket, name))
  if (value) return decodeRow<BucketDocumentRow>(value)
  requireBucket(index, bucket)
  return undefined
}

export function deleteBucketDocuments(writer: IndexWriter, bucket: string): void {
  const prefix = bucketDocumentsPrefix(bucket)
  for (const { key } of writer.range(prefix, behind(prefix))) writer.delete(key)
}
