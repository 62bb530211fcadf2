import { writeOwnershipControls } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { requireBucket } from '../require-bucket.ts'

/** The same for every bucket, since the bucket owner owns every object. */
export const getBucketOwnershipControls: S3Operation = async ({ engine, bucket }) => {
  requireBucket(engine, bucket)
  return xmlResponse(writeOwnershipControls('BucketOwnerEnforced'))
}
