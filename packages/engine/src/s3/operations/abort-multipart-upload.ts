import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

export const abortMultipartUpload: S3Operation = async ({ engine, bucket, key, query }) => {
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  await engine.store.abortUpload(bucket, key, query.get('uploadId') ?? '')
  return { status: 204 }
}
