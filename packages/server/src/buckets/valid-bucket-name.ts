import { AppError } from '@cooperage/contract'

/** Looser than the rule for new buckets: servers hold older names with capitals and underscores. */
const EXISTING = /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/

/**
 * The bucket of a request's path, before it becomes part of a path at the storage.
 * @throws AppError InvalidBucketName for what no server can hold, NoSuchBucket is left to the storage
 */
export function validBucketName(bucket: string): string {
  if (!EXISTING.test(bucket) || bucket.includes('..')) {
    throw new AppError('InvalidBucketName', { reason: 'no storage server can hold a bucket of this name' })
  }
  return bucket
}
