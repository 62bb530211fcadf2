import { writeOwnerAcl } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

export const getBucketAcl: S3Operation = async ({ engine, bucket }) => {
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  return xmlResponse(writeOwnerAcl())
}
