/** Buckets: the list, creating and deleting them, and the settings of each. */
import type { Page } from '../page.ts'

export * from './access.ts'
export * from './anonymous-rules.ts'
export * from './bucket-name.ts'
export * from './bucket-params.ts'
export * from './buckets.ts'
export * from './cors.ts'
export * from './empty.ts'
export * from './encryption.ts'
export * from './events.ts'
export * from './lifecycle.ts'
export * from './object-locking.ts'
export * from './quota.ts'
export * from './replication.ts'
export * from './replication-offer.ts'
export * from './retention.ts'
export * from './tags.ts'
export * from './versioning.ts'

export const BUCKET_READ = ['s3:ListAllMyBuckets', 's3:ListBucket', 's3:GetBucketLocation'] as const
/** Permission to read any setting opens the page of a bucket; each section reports its own permission errors. */
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
