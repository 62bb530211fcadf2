import type { S3Operation } from '../call.ts'

export const deleteBucketTagging: S3Operation = async ({ engine, bucket }) => {
  await engine.store.setBucketDocument(bucket, 'tagging', undefined)
  return { status: 204 }
}
