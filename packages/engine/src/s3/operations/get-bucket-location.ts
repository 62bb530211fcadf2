import { writeLocationConstraint } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

/** us-east-1 is written as an empty element, as in S3. */
export const getBucketLocation: S3Operation = async ({ engine, bucket }) => {
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  return xmlResponse(writeLocationConstraint(engine.region === 'us-east-1' ? '' : engine.region))
}
