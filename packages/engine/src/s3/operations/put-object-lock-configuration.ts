import { parseObjectLock } from '@cooperage/wire'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

const MAX_BODY_BYTES = 64 * 1024

/** Sets the retention that new versions get, or none. Whether a bucket has locks is chosen when it is made. */
export const putObjectLockConfiguration: S3Operation = async ({ engine, bucket, document }) => {
  const configuration = parseObjectLock(await document(MAX_BODY_BYTES))
  const found = engine.store.getBucket(bucket)
  if (found === undefined) throw s3Error('NoSuchBucket')
  if (found.lock === undefined) throw s3Error('InvalidBucketState')
  await engine.store.setBucketLock(bucket, configuration)
  return { status: 200 }
}
