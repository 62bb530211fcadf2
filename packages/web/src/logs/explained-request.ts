import type { LogRecord } from '@cooperage/contract'
import type { SimulatorQuery } from '../navigation/address.ts'

/** Actions whose name isn't that of the API in the audit log. */
const ACTIONS: Readonly<Record<string, string>> = {
  ListObjectsV1: 'ListBucket',
  ListObjectsV2: 'ListBucket',
  HeadBucket: 'ListBucket',
  HeadObject: 'GetObject',
  ListBuckets: 'ListAllMyBuckets',
  ListObjectVersions: 'ListBucketVersions',
  ListMultipartUploads: 'ListBucketMultipartUploads',
  ListObjectParts: 'ListMultipartUploadParts',
  PutBucket: 'CreateBucket',
  PutObjectPart: 'PutObject',
  NewMultipartUpload: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  PostPolicyBucket: 'PutObject',
  CopyObject: 'PutObject',
  CopyObjectPart: 'PutObject',
  DeleteMultipleObjects: 'DeleteObject',
  GetBucketLifecycle: 'GetLifecycleConfiguration',
  PutBucketLifecycle: 'PutLifecycleConfiguration',
  DeleteBucketLifecycle: 'PutLifecycleConfiguration',
  GetBucketEncryption: 'GetEncryptionConfiguration',
  PutBucketEncryption: 'PutEncryptionConfiguration',
  DeleteBucketEncryption: 'PutEncryptionConfiguration',
  GetBucketReplicationConfig: 'GetReplicationConfiguration',
  PutBucketReplicationConfig: 'PutReplicationConfiguration',
  DeleteBucketReplicationConfig: 'PutReplicationConfiguration',
  GetBucketObjectLockConfig: 'GetBucketObjectLockConfiguration',
  PutBucketObjectLockConfig: 'PutBucketObjectLockConfiguration',
  DeleteBucketTagging: 'PutBucketTagging',
}

/** Whether policies refused a request, so that the policy simulator can explain it. Only requests of S3 name a bucket. */
export function isExplainable({ response_status_code: status, api_name: api, bucket }: LogRecord): boolean {
  return status === 403 && (bucket !== '' || api === 'ListBuckets')
}

/**
 * The request as the policy simulator asks for it. The key of a service account has its own policies; any other key that belongs
 * to a user is one of the user's sessions.
 */
export function explainedRequest(
  { access_key: key, parent_user: user, api_name: api, bucket, object }: LogRecord,
  serviceAccounts: readonly string[],
): Record<SimulatorQuery, string> {
  const isOfService = serviceAccounts.includes(key)
  return {
    principal: key === '' ? 'anonymous' : isOfService ? 'service-account' : 'user',
    name: isOfService ? key : user || key,
    action: `s3:${ACTIONS[api] ?? api}`,
    resource: object === '' ? bucket : `${bucket}/${object}`,
  }
}
