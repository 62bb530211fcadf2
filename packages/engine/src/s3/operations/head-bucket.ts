import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { requireBucket } from '../require-bucket.ts'

/** Of an engine that accepts any region. */
const DEFAULT_REGION = 'us-east-1'

/** Requires `s3:HeadBucket` or `s3:ListBucket`. */
export const headBucket: S3Operation = async ({ engine, bucket, allows }) => {
  if (!allows('s3:HeadBucket', bucket) && !allows('s3:ListBucket', bucket)) throw s3Error('AccessDenied')
  requireBucket(engine, bucket)
  const headers = { 'content-type': 'application/xml', 'x-amz-bucket-region': engine.region || DEFAULT_REGION }
  return { status: 200, headers }
}
