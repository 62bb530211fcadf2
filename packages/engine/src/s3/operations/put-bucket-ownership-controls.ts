import { parseOwnershipControls } from '@cooperage/wire'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { requireBucket } from '../require-bucket.ts'

const MAX_BODY_BYTES = 64 * 1024

/** Stores nothing, because the only accepted value is how every bucket is. */
export const putBucketOwnershipControls: S3Operation = async ({ engine, bucket, document }) => {
  requireBucket(engine, bucket)
  const ownership = parseOwnershipControls(await document(MAX_BODY_BYTES))
  if (ownership !== 'BucketOwnerEnforced') {
    throw s3Error(
      'NotImplemented',
      `The object ownership ${ownership} is not implemented by this server. Use BucketOwnerEnforced.`,
    )
  }
  return { status: 200 }
}
