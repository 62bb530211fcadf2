import { parseBucketEncryption, writeBucketEncryption } from '@cooperage/wire'
import type { S3Operation } from '../call.ts'
import { ENCRYPTION_DOCUMENT, noKeyManagement } from '../encryption.ts'
import { s3Error } from '../errors.ts'

const MAX_DOCUMENT_BYTES = 64 * 1024

/** From then on everything new is encrypted; what is there stays as it is. */
export const putBucketEncryption: S3Operation = async ({ engine, bucket, document }) => {
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  const encryption = parseBucketEncryption(await document(MAX_DOCUMENT_BYTES))
  if (encryption.algorithm === 'aws:kms') throw noKeyManagement('The SSEAlgorithm aws:kms')
  await engine.store.readyToEncrypt()
  await engine.store.setBucketDocument(bucket, ENCRYPTION_DOCUMENT, writeBucketEncryption(encryption))
  return { status: 200 }
}
