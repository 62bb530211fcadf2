import { AppError, reasonText } from '@cooperage/contract'

/** Looser than the rule for new buckets: servers have older names with capitals and underscores. */
const EXISTING = /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/

/**
 * The bucket name of a request's path, checked before it becomes part of a path on the storage server.
 * @throws AppError InvalidBucketName for an impossible name; NoSuchBucket is left to the storage server
 */
export function validBucketName(bucket: string): string {
  if (!EXISTING.test(bucket) || bucket.includes('..')) {
    throw new AppError('InvalidBucketName', { reason: reasonText('impossibleBucketName') })
  }
  return bucket
}
