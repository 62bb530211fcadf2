import { writePolicyStatus } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import { ANONYMOUS } from '../../identity/caller.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

/** MinIO calls a bucket public when anybody may list it and write to the bucket itself, which only `s3:*` or the like says. */
const PUBLIC_ACTIONS = ['s3:ListBucket', 's3:PutObject']

export const getBucketPolicyStatus: S3Operation = async (call) => {
  const { engine, bucket } = call
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  const anybody = call.as(ANONYMOUS)
  return xmlResponse(writePolicyStatus(PUBLIC_ACTIONS.every((action) => anybody.allows(action, bucket))))
}
