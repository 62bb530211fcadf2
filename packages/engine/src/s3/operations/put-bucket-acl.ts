import { checkAcl } from '../acl.ts'
import type { S3Operation } from '../call.ts'
import { requireBucket } from '../require-bucket.ts'

/** Stores nothing, because accepted ACLs change nothing. */
export const putBucketAcl: S3Operation = async (call) => {
  requireBucket(call.engine, call.bucket)
  await checkAcl(call)
  return { status: 200 }
}
