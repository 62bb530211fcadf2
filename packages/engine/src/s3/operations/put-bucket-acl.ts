import { checkAcl } from '../acl.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

/** Stores nothing, because accepted ACLs change nothing. */
export const putBucketAcl: S3Operation = async (call) => {
  if (call.engine.store.getBucket(call.bucket) === undefined) throw s3Error('NoSuchBucket')
  await checkAcl(call)
  return { status: 200 }
}
