import { checkPolicy } from '@cooperage/wire/policy'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { requireBucket } from '../require-bucket.ts'
import type { S3Services } from '../services.ts'

/** More than the maximum size of a policy, so that `checkPolicy` reports the error. */
const MAX_READ_BYTES = 1024 * 1024

/** Stores the normalized policy, with lists throughout and without duplicate statements. */
export const putBucketPolicy: S3Operation = async ({ engine, bucket, headers, document }) => {
  requireBucket(engine, bucket)
  if (Number(headers['content-length']) > MAX_READ_BYTES) throw s3Error('PolicyTooLarge')
  await setBucketPolicy(engine, bucket, await document(MAX_READ_BYTES))
  return { status: 204 }
}

/** @throws WireError, StoreError NoSuchBucket */
export async function setBucketPolicy({ store }: S3Services, bucket: string, text: string): Promise<void> {
  const { document } = checkPolicy(text, 'bucket', bucket)
  await store.setBucketDocument(bucket, 'policy', JSON.stringify(document))
}
