import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

export const getBucketPolicy: S3Operation = async ({ engine, bucket }) => {
  const document = engine.store.getBucketDocument(bucket, 'policy')
  if (document === undefined) throw s3Error('NoSuchBucketPolicy')
  return { status: 200, headers: { 'content-type': 'application/json' }, body: document.text }
}
