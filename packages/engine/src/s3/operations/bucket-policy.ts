import { writePolicyStatus } from '@cooperage/wire'
import { checkPolicy } from '@cooperage/wire/policy'
import { xmlResponse } from '../../http/response.ts'
import { ANONYMOUS } from '../../identity/caller.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import type { S3Services } from '../services.ts'
import { requireBucket } from '../target.ts'

export const getBucketPolicy: S3Operation = async ({ engine, bucket }) => {
  const document = engine.store.getBucketDocument(bucket, 'policy')
  if (document === undefined) throw s3Error('NoSuchBucketPolicy')
  return { status: 200, headers: { 'content-type': 'application/json' }, body: document.text }
}

/** As in MinIO, a bucket is public if anonymous callers have both actions on the bucket itself, for example by `s3:*`. */
const PUBLIC_ACTIONS = ['s3:ListBucket', 's3:PutObject']

export const getBucketPolicyStatus: S3Operation = async (call) => {
  const { engine, bucket } = call
  requireBucket(engine, bucket)
  const anonymous = call.as(ANONYMOUS)
  return xmlResponse(writePolicyStatus(PUBLIC_ACTIONS.every((action) => anonymous.allows(action, bucket))))
}

/** More than the maximum size of a policy, so that `checkPolicy` reports the error. */
const MAX_READ_BYTES = 1024 * 1024

/** Stores the normalized policy, with lists throughout and without duplicate statements. */
export const putBucketPolicy: S3Operation = async ({ engine, bucket, headers, document }) => {
  requireBucket(engine, bucket)
  if (Number(headers['content-length']) > MAX_READ_BYTES) throw s3Error('PolicyTooLarge')
  await setBucketPolicy(engine, bucket, await document(MAX_READ_BYTES))
  return { status: 204 }
}

/** @throws WireError, StoreError NoSuchBucket */
export async function setBucketPolicy({ store }: S3Services, bucket: string, text: string): Promise<void> {
  const { document } = checkPolicy(text, 'bucket', bucket)
  await store.setBucketDocument(bucket, 'policy', JSON.stringify(document))
}

/** Succeeds if the bucket has no policy. */
export const deleteBucketPolicy: S3Operation = async ({ engine, bucket }) => {
  await engine.store.setBucketDocument(bucket, 'policy', undefined)
  return { status: 204 }
}
