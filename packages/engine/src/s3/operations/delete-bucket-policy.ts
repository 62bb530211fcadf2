import type { S3Operation } from '../call.ts'

/** Succeeds if the bucket has no policy. */
export const deleteBucketPolicy: S3Operation = async ({ engine, bucket }) => {
  await engine.store.setBucketDocument(bucket, 'policy', undefined)
  return { status: 204 }
}
