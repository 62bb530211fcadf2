import { parseObjectLock, writeObjectLock } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import type { S3Services } from '../services.ts'

export const getObjectLockConfiguration: S3Operation = async ({ engine, bucket }) => {
  const found = engine.store.getBucket(bucket)
  if (found === undefined) throw s3Error('NoSuchBucket')
  if (found.lock === undefined) throw s3Error('ObjectLockConfigurationNotFoundError')
  return xmlResponse(writeObjectLock(found.lock))
}

const MAX_BODY_BYTES = 64 * 1024

/** Sets or removes the default retention. Object lock itself can only be enabled when a bucket is created. */
export const putObjectLockConfiguration: S3Operation = async ({ engine, bucket, document }) => {
  await setObjectLock(engine, bucket, await document(MAX_BODY_BYTES))
  return { status: 200 }
}

/** @throws WireError */
export async function setObjectLock({ store }: S3Services, bucket: string, text: string): Promise<void> {
  const configuration = parseObjectLock(text)
  const found = store.getBucket(bucket)
  if (found === undefined) throw s3Error('NoSuchBucket')
  if (found.lock === undefined) throw s3Error('InvalidBucketState')
  await store.setBucketLock(bucket, configuration)
}
