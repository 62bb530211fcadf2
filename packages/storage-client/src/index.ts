/** Typed calls to a storage server: S3, STS and the MinIO admin API. */
export { type AccessKey, listAllAccessKeys, listOwnAccessKeys } from './admin/access-keys.ts'
export { type AccountBucket, type AccountInfo, accountInfo } from './admin/account-info.ts'
export { getBucketQuota, setBucketQuota } from './admin/bucket-quota.ts'
export {
  type CannedPolicy,
  getCannedPolicy,
  listCannedPolicies,
  putCannedPolicy,
  removeCannedPolicy,
} from './admin/canned-policies.ts'
export { type DataUsage, dataUsage } from './admin/data-usage.ts'
export { listEventTargets } from './admin/event-targets.ts'
export { type GroupInfo, getGroup, listGroups } from './admin/groups.ts'
export { defaultKmsKey, listKmsKeys } from './admin/kms-keys.ts'
export { type PolicyEntities, policyEntities } from './admin/policy-entities.ts'
export { listRemoteTargets, removeRemoteTarget, setRemoteTarget, setRemoteTargetKeys } from './admin/remote-targets.ts'
export { revokeOwnTokens } from './admin/revoke-tokens.ts'
export { type ServerInfo, serverInfo } from './admin/server-info.ts'
export {
  addServiceAccount,
  getServiceAccount,
  type NewServiceAccount,
  removeServiceAccount,
  type ServiceAccountInfo,
} from './admin/service-accounts.ts'
export { listTiers, type Tier } from './admin/tiers.ts'
export { getUser, listUsers, type UserInfo } from './admin/users.ts'
export { listBucketPolicies, listBucketUsers } from './bucket-reach.ts'
export type { StorageClient } from './client.ts'
export { type EndpointOptions, type OutboundLimits, StorageEndpoint } from './endpoint.ts'
export { getBucketCors, putBucketCors, takesBucketCors } from './s3/bucket-cors.ts'
export { deleteBucketEncryption, getBucketEncryption, putBucketEncryption } from './s3/bucket-encryption.ts'
export { getBucketLifecycle, putBucketLifecycle } from './s3/bucket-lifecycle.ts'
export { getBucketNotification, putBucketNotification } from './s3/bucket-notification.ts'
export { deleteBucketPolicy, getBucketPolicy, putBucketPolicy } from './s3/bucket-policy.ts'
export { getBucketReplication, putBucketReplication } from './s3/bucket-replication.ts'
export { getBucketTags, putBucketTags } from './s3/bucket-tags.ts'
export { getBucketVersioning, putBucketVersioning } from './s3/bucket-versioning.ts'
export { type CopySource, copyObject, uploadPartCopy } from './s3/copy-object.ts'
export { createBucket } from './s3/create-bucket.ts'
export { deleteBucket } from './s3/delete-bucket.ts'
export { type DeleteOptions, deleteObject } from './s3/delete-object.ts'
export { deleteObjects } from './s3/delete-objects.ts'
export { type GetObjectConditions, type GetObjectResponse, getObject } from './s3/get-object.ts'
export { headObject } from './s3/head-object.ts'
export { headerText, textOfHeader } from './s3/header-text.ts'
export { listBuckets } from './s3/list-buckets.ts'
export { type ListUploadsQuery, listMultipartUploads } from './s3/list-multipart-uploads.ts'
export { type ListVersionsQuery, listObjectVersions, listObjectVersionsPage } from './s3/list-object-versions.ts'
export { type ListObjectsQuery, listObjects, listObjectsPage } from './s3/list-objects.ts'
export {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  type MultipartUpload,
  uploadPart,
} from './s3/multipart.ts'
export { getObjectLock, putObjectLock } from './s3/object-lock.ts'
export {
  getObjectLegalHold,
  getObjectRetention,
  putObjectLegalHold,
  putObjectRetention,
} from './s3/object-retention.ts'
export { getObjectTags, putObjectTags } from './s3/object-tags.ts'
export { presignObject } from './s3/presign-object.ts'
export { putObject } from './s3/put-object.ts'
export { type ObjectStream, readObject } from './s3/read-object.ts'
export type { UploadBody } from './s3/upload-body.ts'
export { StorageError, type StorageErrorKind } from './storage-error.ts'
export { assumeRole } from './sts/assume-role.ts'
