import type { Page } from '../page.ts'

export const BUCKET_READ = ['s3:ListAllMyBuckets', 's3:ListBucket', 's3:GetBucketLocation'] as const
/** Any setting of a bucket opens its page; what cannot be read there says so in its own place. */
const BUCKET_DETAIL = [
  ...BUCKET_READ,
  's3:GetBucketPolicy',
  's3:GetBucketVersioning',
  's3:GetBucketObjectLockConfiguration',
  's3:GetEncryptionConfiguration',
  's3:GetReplicationConfiguration',
  's3:GetLifecycleConfiguration',
  's3:GetBucketNotification',
] as const

export const bucketPages: readonly Page[] = [
  { path: '/buckets', actions: BUCKET_READ },
  { path: '/buckets/:bucket', actions: BUCKET_DETAIL },
  { path: '/buckets/:bucket/*', actions: BUCKET_DETAIL },
]
