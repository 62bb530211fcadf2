import { checkAcl } from '../acl.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

/** What is accepted is what holds anyway, so nothing is stored. */
export const putBucketAcl: S3Operation = async (call) => {
  if (call.engine.store.getBucket(call.bucket) === undefined) throw s3Error('NoSuchBucket')
  await checkAcl(call)
  return { status: 200 }
}
