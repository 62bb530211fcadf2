import { parseCreateBucketConfiguration } from '@cooperage/wire'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { checkWriteHeaders } from '../upload-rules.ts'

const MAX_BODY_BYTES = 64 * 1024

/** A region in the body has to be the server's, if it has one. */
export const createBucket: S3Operation = async ({ engine, bucket, headers, document }) => {
  checkWriteHeaders(headers)
  // Most clients send no body, some of them not even its length.
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  const region = hasBody ? parseCreateBucketConfiguration(await document(MAX_BODY_BYTES)) : ''
  if (engine.region !== '' && region !== '' && region !== engine.region) throw s3Error('InvalidRegion')
  await engine.store.createBucket(bucket)
  return { status: 200, headers: { location: `/${bucket}` } }
}
