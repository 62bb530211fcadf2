import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

/** Requires `s3:HeadBucket` or `s3:ListBucket`. */
export const headBucket: S3Operation = async ({ engine, bucket, allows }) => {
  if (!allows('s3:HeadBucket', bucket) && !allows('s3:ListBucket', bucket)) throw s3Error('AccessDenied')
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  return { status: 200, headers: { 'content-type': 'application/xml' } }
}
