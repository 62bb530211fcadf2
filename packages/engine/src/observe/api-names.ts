/** The engine uses S3's operation names. MinIO uses other names for some of them in traces, audit entries and metrics. */
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
