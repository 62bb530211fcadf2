import { writeOwnerAcl } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { requireBucket } from '../require-bucket.ts'

export const getBucketAcl: S3Operation = async ({ engine, bucket }) => {
  requireBucket(engine, bucket)
  return xmlResponse(writeOwnerAcl())
}
