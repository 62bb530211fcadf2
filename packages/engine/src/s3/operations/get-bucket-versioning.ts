import { writeVersioning } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

export const getBucketVersioning: S3Operation = async ({ engine, bucket }) => {
  const record = engine.store.getBucket(bucket)
  if (record === undefined) throw s3Error('NoSuchBucket')
  return xmlResponse(writeVersioning(record.versioning === 'Off' ? {} : { status: record.versioning }))
}
