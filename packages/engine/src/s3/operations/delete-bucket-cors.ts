import type { S3Operation } from '../call.ts'

/** Succeeds if the bucket has no configuration. */
export const deleteBucketCors: S3Operation = async ({ engine, bucket }) => {
  await engine.store.setBucketDocument(bucket, 'cors', undefined)
  return { status: 204 }
}
