import { checkPolicy } from '@cooperage/wire'
import type { Engine } from '../../engine.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

/** More than a policy may have, so that `checkPolicy` can say so. */
const MAX_READ_BYTES = 1024 * 1024

/** Kept in the one form in which it is given back: lists throughout, and no statement twice. */
export const putBucketPolicy: S3Operation = async ({ engine, bucket, headers, document }) => {
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  if (Number(headers['content-length']) > MAX_READ_BYTES) throw s3Error('PolicyTooLarge')
  await setBucketPolicy(engine, bucket, await document(MAX_READ_BYTES))
  return { status: 204 }
}

/** @throws WireError, StoreError NoSuchBucket */
export async function setBucketPolicy({ store }: Engine, bucket: string, text: string): Promise<void> {
  const { document } = checkPolicy(text, 'bucket', bucket)
  await store.setBucketDocument(bucket, 'policy', JSON.stringify(document))
}
