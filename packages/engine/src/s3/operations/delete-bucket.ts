import type { S3Operation } from '../call.ts'

export const deleteBucket: S3Operation = async ({ engine, bucket }) => {
  await engine.store.deleteBucket(bucket)
  return { status: 204 }
}
