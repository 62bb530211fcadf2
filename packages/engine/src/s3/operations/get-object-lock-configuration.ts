import { writeObjectLock } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

export const getObjectLockConfiguration: S3Operation = async ({ engine, bucket }) => {
  const found = engine.store.getBucket(bucket)
  if (found === undefined) throw s3Error('NoSuchBucket')
  if (found.lock === undefined) throw s3Error('ObjectLockConfigurationNotFoundError')
  return xmlResponse(writeObjectLock(found.lock))
}
