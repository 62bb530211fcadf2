import { checkAcl, requireObject } from '../acl.ts'
import type { S3Operation } from '../call.ts'

/** What is accepted is what holds anyway, so nothing is stored. */
export const putObjectAcl: S3Operation = async (call) => {
  requireObject(call, 's3:PutBucketPolicy')
  await checkAcl(call)
  return { status: 200 }
}
