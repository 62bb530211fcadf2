import { writeLocationConstraint } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { requireBucket } from '../require-bucket.ts'

/** us-east-1 is written as an empty element, as in S3. */
export const getBucketLocation: S3Operation = async ({ engine, bucket }) => {
  requireBucket(engine, bucket)
  return xmlResponse(writeLocationConstraint(engine.region === 'us-east-1' ? '' : engine.region))
}
