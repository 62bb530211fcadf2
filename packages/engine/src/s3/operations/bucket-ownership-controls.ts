import { parseOwnershipControls, writeOwnershipControls } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { requireBucket } from '../target.ts'

/** The same for every bucket, since the bucket owner owns every object. */
export const getBucketOwnershipControls: S3Operation = async ({ engine, bucket }) => {
  requireBucket(engine, bucket)
  return xmlResponse(writeOwnershipControls('BucketOwnerEnforced'))
}

const MAX_BODY_BYTES = 64 * 1024

/** Stores nothing, because the only accepted value is how every bucket is. */
export const putBucketOwnershipControls: S3Operation = async ({ engine, bucket, document }) => {
  requireBucket(engine, bucket)
  const ownership = parseOwnershipControls(await document(MAX_BODY_BYTES))
  if (ownership !== 'BucketOwnerEnforced') {
    throw s3Error(
      'NotImplemented',
      `The object ownership ${ownership} is not implemented by this server. Use BucketOwnerEnforced.`,
    )
  }
  return { status: 200 }
}

/** Resets the bucket to the default, which is the only possible ownership. */
export const deleteBucketOwnershipControls: S3Operation = async ({ engine, bucket }) => {
  requireBucket(engine, bucket)
  return { status: 204 }
}
