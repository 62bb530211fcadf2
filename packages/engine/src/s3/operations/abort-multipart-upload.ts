import type { S3Operation } from '../call.ts'
import { requireBucket } from '../target.ts'

export const abortMultipartUpload: S3Operation = async ({ engine, bucket, key, query }) => {
  requireBucket(engine, bucket)
  await engine.store.abortUpload(bucket, key, query.get('uploadId') ?? '')
  return { status: 204 }
}
