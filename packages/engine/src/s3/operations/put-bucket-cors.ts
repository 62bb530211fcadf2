import { parseCors, writeCors } from '@cooperage/wire'
import type { S3Operation } from '../call.ts'
import { requireBucket } from '../require-bucket.ts'
import type { S3Services } from '../services.ts'

const MAX_DOCUMENT_BYTES = 64 * 1024

export const putBucketCors: S3Operation = async ({ engine, bucket, document }) => {
  requireBucket(engine, bucket)
  await setBucketCors(engine, bucket, await document(MAX_DOCUMENT_BYTES))
  return { status: 200 }
}

/** @throws WireError, StoreError NoSuchBucket */
export async function setBucketCors({ store }: S3Services, bucket: string, text: string): Promise<void> {
  await store.setBucketDocument(bucket, 'cors', writeCors(parseCors(text)))
}
