import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { requireBucket } from '../target.ts'
import { regionOfBuckets } from './get-bucket-location.ts'

/** Requires `s3:HeadBucket` or `s3:ListBucket`. */
export const headBucket: S3Operation = async ({ engine, bucket, allows }) => {
  if (!allows('s3:HeadBucket', bucket) && !allows('s3:ListBucket', bucket)) throw s3Error('AccessDenied')
  requireBucket(engine, bucket)
  const headers = { 'content-type': 'application/xml', 'x-amz-bucket-region': regionOfBuckets(engine) }
  return { status: 200, headers }
}
