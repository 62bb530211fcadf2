import { writePolicyStatus } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import { ANONYMOUS } from '../../identity/caller.ts'
import type { S3Operation } from '../call.ts'
import { requireBucket } from '../require-bucket.ts'

/** As in MinIO, a bucket is public if anonymous callers have both actions on the bucket itself, for example by `s3:*`. */
const PUBLIC_ACTIONS = ['s3:ListBucket', 's3:PutObject']

export const getBucketPolicyStatus: S3Operation = async (call) => {
  const { engine, bucket } = call
  requireBucket(engine, bucket)
  const anonymous = call.as(ANONYMOUS)
  return xmlResponse(writePolicyStatus(PUBLIC_ACTIONS.every((action) => anonymous.allows(action, bucket))))
}
