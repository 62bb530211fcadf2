import { writeVersioning } from '@cooperage/wire'
import { xmlAnswer } from '../../http/answer.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

export const getBucketVersioning: S3Operation = async ({ engine, bucket }) => {
  const record = engine.store.getBucket(bucket)
  if (record === undefined) throw s3Error('NoSuchBucket')
  return xmlAnswer(writeVersioning(record.versioning === 'Off' ? {} : { status: record.versioning }))
}
