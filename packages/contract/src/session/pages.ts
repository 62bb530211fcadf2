/**
 * The pages of this build and the read actions that open each: a page opens when the account's policy could allow any of
 * them on some resource. Order is menu order, and the first allowed page is where a visitor lands.
 */
export interface Page {
  /** Route pattern as the session lists it (spec core-console 2, Route list). */
  path: string
  actions: readonly string[]
}

const BUCKET_READ = ['s3:ListAllMyBuckets', 's3:ListBucket', 's3:GetBucketLocation'] as const
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
const OBJECT_USE = ['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'] as const

export const PAGES: readonly Page[] = [
  { path: '/buckets', actions: BUCKET_READ },
  { path: '/buckets/:bucket', actions: BUCKET_DETAIL },
  { path: '/buckets/:bucket/*', actions: BUCKET_DETAIL },
  { path: '/policies', actions: ['admin:ListUserPolicies'] },
  { path: '/policies/:policyName', actions: ['admin:GetPolicy', 'admin:ListUserPolicies'] },
  { path: '/object-browser', actions: [...BUCKET_READ, ...OBJECT_USE] },
  { path: '/object-browser/:bucket', actions: OBJECT_USE },
  { path: '/object-browser/:bucket/*', actions: OBJECT_USE },
]
