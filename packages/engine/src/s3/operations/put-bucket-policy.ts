import { parsePolicy } from '@cooperage/wire'
import { normalPolicy } from '../bucket-policy.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'

/** S3's limit. */
const MAX_POLICY_BYTES = 20 * 1024

export const putBucketPolicy: S3Operation = async ({ engine, bucket, headers, document }) => {
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  const length = Number(headers['content-length'] ?? 0)
  if (length === 0) throw s3Error('MissingContentLength')
  if (length > MAX_POLICY_BYTES) throw s3Error('PolicyTooLarge')
  const policy = parsePolicy(await document(MAX_POLICY_BYTES))
  await engine.store.setBucketDocument(bucket, 'policy', JSON.stringify(normalPolicy(policy)))
  return { status: 204 }
}
