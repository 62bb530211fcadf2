import { parseCors, writeCors } from '@cooperage/wire'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

const MAX_DOCUMENT_BYTES = 64 * 1024

export const putBucketCors: S3Operation = async ({ engine, bucket, document }) => {
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  const configuration = parseCors(await document(MAX_DOCUMENT_BYTES))
  await engine.store.setBucketDocument(bucket, 'cors', writeCors(configuration))
  return { status: 200 }
}
