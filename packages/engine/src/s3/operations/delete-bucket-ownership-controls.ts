import type { S3Operation } from '../call.ts'
import { requireBucket } from '../require-bucket.ts'

/** Resets the bucket to the default, which is the only possible ownership. */
export const deleteBucketOwnershipControls: S3Operation = async ({ engine, bucket }) => {
  requireBucket(engine, bucket)
  return { status: 204 }
}
