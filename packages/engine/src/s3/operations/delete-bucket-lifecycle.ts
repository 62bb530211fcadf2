import { LIFECYCLE } from '../../lifecycle/bucket-rules.ts'
import type { S3Operation } from '../call.ts'

export const deleteBucketLifecycle: S3Operation = async ({ engine, bucket }) => {
  await engine.store.setBucketDocument(bucket, LIFECYCLE, undefined)
  return { status: 204 }
}
