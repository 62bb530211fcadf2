import type { S3Operation } from '../call.ts'
import { ENCRYPTION_DOCUMENT } from '../encryption.ts'

/** Encrypted objects stay encrypted. Succeeds if the bucket has no configuration. */
export const deleteBucketEncryption: S3Operation = async ({ engine, bucket }) => {
  await engine.store.setBucketDocument(bucket, ENCRYPTION_DOCUMENT, undefined)
  return { status: 204 }
}
