/** Operations have the names of S3 here; MinIO's trace, audit and metrics have some names of their own. */
const MINIO_NAMES: Readonly<Record<string, string>> = {
  CreateBucket: 'PutBucket',
  ListObjects: 'ListObjectsV1',
  DeleteObjects: 'DeleteMultipleObjects',
  UploadPart: 'PutObjectPart',
  UploadPartCopy: 'CopyObjectPart',
  ListParts: 'ListObjectParts',
  CreateMultipartUpload: 'NewMultipartUpload',
  PostObject: 'PostPolicyBucket',
  GetBucketNotificationConfiguration: 'GetBucketNotification',
  PutBucketNotificationConfiguration: 'PutBucketNotification',
  ListenBucketNotification: 'ListenNotification',
  GetBucketLifecycleConfiguration: 'GetBucketLifecycle',
  PutBucketLifecycleConfiguration: 'PutBucketLifecycle',
  GetObjectLockConfiguration: 'GetBucketObjectLockConfig',
  PutObjectLockConfiguration: 'PutBucketObjectLockConfig',
  GetBucketReplication: 'GetBucketReplicationConfig',
  PutBucketReplication: 'PutBucketReplicationConfig',
  GetBucketAccelerateConfiguration: 'GetBucketAccelerate',
  GetBucketAcl: 'GetBucketACL',
  PutBucketAcl: 'PutBucketACL',
  GetObjectAcl: 'GetObjectACL',
  PutObjectAcl: 'PutObjectACL',
  RestoreObject: 'PostRestoreObject',
}

export function apiName(operation: string): string {
  return MINIO_NAMES[operation] ?? operation
}
