import { checkAcl, requireObject } from '../acl.ts'
import type { S3Operation } from '../call.ts'

/** Stores nothing, because accepted ACLs change nothing. */
export const putObjectAcl: S3Operation = async (call) => {
  requireObject(call, 's3:PutBucketPolicy')
  await checkAcl(call)
  return { status: 200 }
}
