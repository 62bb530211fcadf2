import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

export const headBucket: S3Operation = async ({ engine, bucket }) => {
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  return { status: 200, headers: { 'content-type': 'application/xml' } }
}
