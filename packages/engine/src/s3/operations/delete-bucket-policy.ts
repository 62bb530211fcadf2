import type { S3Operation } from '../call.ts'

/** Deleting the policy of a bucket without one succeeds. */
export const deleteBucketPolicy: S3Operation = async ({ engine, bucket }) => {
  await engine.store.setBucketDocument(bucket, 'policy', undefined)
  return { status: 204 }
}
