import type { S3Operation } from '../call.ts'

/** Deleting the configuration of a bucket without one succeeds. */
export const deleteBucketCors: S3Operation = async ({ engine, bucket }) => {
  await engine.store.setBucketDocument(bucket, 'cors', undefined)
  return { status: 204 }
}
