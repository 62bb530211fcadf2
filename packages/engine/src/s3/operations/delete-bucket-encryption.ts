import type { S3Operation } from '../call.ts'
import { ENCRYPTION_DOCUMENT } from '../encryption.ts'

/** What is encrypted stays so. Deleting the configuration of a bucket without one succeeds. */
export const deleteBucketEncryption: S3Operation = async ({ engine, bucket }) => {
  await engine.store.setBucketDocument(bucket, ENCRYPTION_DOCUMENT, undefined)
  return { status: 204 }
}
