/**
 * Maps requests to operations. A pattern has the method, the target (`/`, `/bucket` or `/bucket/key`), the required query
 * parameters and, after a space, a required header with the start of its value. The most specific matching pattern wins. The
 * operation lists of the README are generated from this table.
 */
import type { S3Operation } from './call.ts'
import { bucketDocument, bucketHasNone, unsupported } from './missing-features.ts'
import { abortMultipartUpload } from './operations/abort-multipart-upload.ts'
import { getBucketAcl, getObjectAcl, putBucketAcl, putObjectAcl } from './operations/acl.ts'
import { deleteBucketCors, getBucketCors, putBucketCors } from './operations/bucket-cors.ts'
import { deleteBucketEncryption, getBucketEncryption, putBucketEncryption } from './operations/bucket-encryption.ts'
import { deleteBucketLifecycle, getBucketLifecycle, putBucketLifecycle } from './operations/bucket-lifecycle.ts'
import {
  getBucketNotificationConfiguration,
  putBucketNotificationConfiguration,
} from './operations/bucket-notification.ts'
import {
  deleteBucketOwnershipControls,
  getBucketOwnershipControls,
  putBucketOwnershipControls,
} from './operations/bucket-ownership-controls.ts'
import {
  deleteBucketPolicy,
  getBucketPolicy,
  getBucketPolicyStatus,
  putBucketPolicy,
} from './operations/bucket-policy.ts'
import { deleteBucketTagging, getBucketTagging, putBucketTagging } from './operations/bucket-tagging.ts'
import { getBucketVersioning, putBucketVersioning } from './operations/bucket-versioning.ts'
import { completeMultipartUpload } from './operations/complete-multipart-upload.ts'
import { copyObject } from './operations/copy-object.ts'
import { createBucket } from './operations/create-bucket.ts'
import { createMultipartUpload } from './operations/create-multipart-upload.ts'
import { deleteBucket } from './operations/delete-bucket.ts'
import { deleteObject } from './operations/delete-object.ts'
import { deleteObjects } from './operations/delete-objects.ts'
import { getBucketLocation } from './operations/get-bucket-location.ts'
import { getObject } from './operations/get-object.ts'
import { getObjectAttributes } from './operations/get-object-attributes.ts'
import { headBucket } from './operations/head-bucket.ts'
import { headObject } from './operations/head-object.ts'
import { listBuckets } from './operations/list-buckets.ts'
import { listMultipartUploads } from './operations/list-multipart-uploads.ts'
import { listObjectVersions } from './operations/list-object-versions.ts'
import { listObjectsV1 } from './operations/list-objects-v1.ts'
import { listObjectsV2 } from './operations/list-objects-v2.ts'
import { listParts } from './operations/list-parts.ts'
import { listenNotification } from './operations/listen-notification.ts'
import { getObjectLegalHold, putObjectLegalHold } from './operations/object-legal-hold.ts'
import { getObjectLockConfiguration, putObjectLockConfiguration } from './operations/object-lock-configuration.ts'
import { getObjectRetention, putObjectRetention } from './operations/object-retention.ts'
import { deleteObjectTagging, getObjectTagging, putObjectTagging } from './operations/object-tagging.ts'
import { postObject } from './operations/post-object.ts'
import { preflightRequest } from './operations/preflight-request.ts'
import { putObject } from './operations/put-object.ts'
import { uploadPart } from './operations/upload-part.ts'
import { uploadPartCopy } from './operations/upload-part-copy.ts'

/** Instead of a permission: the request is not authenticated, and a signature in its headers is ignored. */
export const UNSIGNED = 'unsigned'

/** The permission checked before the operation runs; null if the operation checks it or is unsupported. */
type Permission = string | null
type RouteDefinition = readonly [operation: string, pattern: string, permission: Permission, run: S3Operation]

const XMLNS = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'

/** Supported operations. */
export const SUPPORTED_ROUTES: readonly RouteDefinition[] = [
  ['ListBuckets', 'GET /', null, listBuckets],
  ['CreateBucket', 'PUT /bucket', 's3:CreateBucket', createBucket],
  ['HeadBucket', 'HEAD /bucket', null, headBucket],
  ['DeleteBucket', 'DELETE /bucket', 's3:DeleteBucket', deleteBucket],
  ['GetBucketLocation', 'GET /bucket?location', 's3:GetBucketLocation', getBucketLocation],
  ['ListObjectsV2', 'GET /bucket?list-type=2', 's3:ListBucket', listObjectsV2],
  ['ListObjects', 'GET /bucket', 's3:ListBucket', listObjectsV1],
  ['DeleteObjects', 'POST /bucket?delete', null, deleteObjects],
  ['GetBucketPolicy', 'GET /bucket?policy', 's3:GetBucketPolicy', getBucketPolicy],
  ['PutBucketPolicy', 'PUT /bucket?policy', 's3:PutBucketPolicy', putBucketPolicy],
  ['DeleteBucketPolicy', 'DELETE /bucket?policy', 's3:DeleteBucketPolicy', deleteBucketPolicy],
  ['GetBucketPolicyStatus', 'GET /bucket?policyStatus', 's3:GetBucketPolicyStatus', getBucketPolicyStatus],
  ['GetBucketAcl', 'GET /bucket?acl', 's3:GetBucketPolicy', getBucketAcl],
  ['PutBucketAcl', 'PUT /bucket?acl', 's3:PutBucketPolicy', putBucketAcl],
  ['GetBucketOwnershipControls', 'GET /bucket?ownershipControls', 's3:GetBucketPolicy', getBucketOwnershipControls],
  ['PutBucketOwnershipControls', 'PUT /bucket?ownershipControls', 's3:PutBucketPolicy', putBucketOwnershipControls],
  [
    'DeleteBucketOwnershipControls',
    'DELETE /bucket?ownershipControls',
    's3:PutBucketPolicy',
    deleteBucketOwnershipControls,
  ],
  ['GetBucketTagging', 'GET /bucket?tagging', 's3:GetBucketTagging', getBucketTagging],
  ['PutBucketTagging', 'PUT /bucket?tagging', 's3:PutBucketTagging', putBucketTagging],
  ['DeleteBucketTagging', 'DELETE /bucket?tagging', 's3:PutBucketTagging', deleteBucketTagging],
  ['GetBucketCors', 'GET /bucket?cors', 's3:GetBucketCors', getBucketCors],
  ['PutBucketCors', 'PUT /bucket?cors', 's3:PutBucketCors', putBucketCors],
  ['DeleteBucketCors', 'DELETE /bucket?cors', 's3:DeleteBucketCors', deleteBucketCors],
  ['GetBucketEncryption', 'GET /bucket?encryption', 's3:GetEncryptionConfiguration', getBucketEncryption],
  ['PutBucketEncryption', 'PUT /bucket?encryption', 's3:PutEncryptionConfiguration', putBucketEncryption],
  ['DeleteBucketEncryption', 'DELETE /bucket?encryption', 's3:PutEncryptionConfiguration', deleteBucketEncryption],
  [
    'GetBucketNotificationConfiguration',
    'GET /bucket?notification',
    's3:GetBucketNotification',
    getBucketNotificationConfiguration,
  ],
  [
    'PutBucketNotificationConfiguration',
    'PUT /bucket?notification',
    's3:PutBucketNotification',
    putBucketNotificationConfiguration,
  ],
  ['GetBucketLifecycleConfiguration', 'GET /bucket?lifecycle', 's3:GetLifecycleConfiguration', getBucketLifecycle],
  ['PutBucketLifecycleConfiguration', 'PUT /bucket?lifecycle', 's3:PutLifecycleConfiguration', putBucketLifecycle],
  ['DeleteBucketLifecycle', 'DELETE /bucket?lifecycle', 's3:PutLifecycleConfiguration', deleteBucketLifecycle],
  ['ListenNotification', 'GET /?events', 's3:ListenNotification', listenNotification],
  ['ListenBucketNotification', 'GET /bucket?events', 's3:ListenBucketNotification', listenNotification],
  ['PreflightBucket', 'OPTIONS /bucket', UNSIGNED, preflightRequest],
  ['PreflightObject', 'OPTIONS /bucket/key', UNSIGNED, preflightRequest],
  ['PostObject', 'POST /bucket content-type: multipart/form-data', UNSIGNED, postObject],
  ['GetObjectTagging', 'GET /bucket/key?tagging', null, getObjectTagging],
  ['PutObjectTagging', 'PUT /bucket/key?tagging', null, putObjectTagging],
  ['DeleteObjectTagging', 'DELETE /bucket/key?tagging', null, deleteObjectTagging],
  ['GetObjectAcl', 'GET /bucket/key?acl', null, getObjectAcl],
  ['PutObjectAcl', 'PUT /bucket/key?acl', null, putObjectAcl],
  ['GetBucketVersioning', 'GET /bucket?versioning', 's3:GetBucketVersioning', getBucketVersioning],
  ['PutBucketVersioning', 'PUT /bucket?versioning', 's3:PutBucketVersioning', putBucketVersioning],
  [
    'GetObjectLockConfiguration',
    'GET /bucket?object-lock',
    's3:GetBucketObjectLockConfiguration',
    getObjectLockConfiguration,
  ],
  [
    'PutObjectLockConfiguration',
    'PUT /bucket?object-lock',
    's3:PutBucketObjectLockConfiguration',
    putObjectLockConfiguration,
  ],
  ['GetObjectRetention', 'GET /bucket/key?retention', null, getObjectRetention],
  ['PutObjectRetention', 'PUT /bucket/key?retention', null, putObjectRetention],
  ['GetObjectLegalHold', 'GET /bucket/key?legal-hold', null, getObjectLegalHold],
  ['PutObjectLegalHold', 'PUT /bucket/key?legal-hold', null, putObjectLegalHold],
  ['ListObjectVersions', 'GET /bucket?versions', 's3:ListBucketVersions', listObjectVersions],
  ['ListMultipartUploads', 'GET /bucket?uploads', 's3:ListBucketMultipartUploads', listMultipartUploads],
  ['UploadPartCopy', 'PUT /bucket/key?partNumber&uploadId x-amz-copy-source', 's3:PutObject', uploadPartCopy],
  ['UploadPart', 'PUT /bucket/key?partNumber&uploadId', 's3:PutObject', uploadPart],
  ['CopyObject', 'PUT /bucket/key x-amz-copy-source', 's3:PutObject', copyObject],
  ['PutObject', 'PUT /bucket/key', 's3:PutObject', putObject],
  ['ListParts', 'GET /bucket/key?uploadId', 's3:ListMultipartUploadParts', listParts],
  ['GetObject', 'GET /bucket/key', null, getObject],
  ['HeadObject', 'HEAD /bucket/key', null, headObject],
  ['GetObjectAttributes', 'GET /bucket/key?attributes', null, getObjectAttributes],
  ['AbortMultipartUpload', 'DELETE /bucket/key?uploadId', 's3:AbortMultipartUpload', abortMultipartUpload],
  ['DeleteObject', 'DELETE /bucket/key', 's3:DeleteObject', deleteObject],
  ['CreateMultipartUpload', 'POST /bucket/key?uploads', 's3:PutObject', createMultipartUpload],
  ['CompleteMultipartUpload', 'POST /bucket/key?uploadId', 's3:PutObject', completeMultipartUpload],
]

/** Features that can be queried but never set. */
export const UNSET_FEATURE_ROUTES: readonly RouteDefinition[] = [
  [
    'GetBucketAccelerateConfiguration',
    'GET /bucket?accelerate',
    's3:GetBucketPolicy',
    bucketDocument(`<AccelerateConfiguration ${XMLNS}/>`),
  ],
  ['GetBucketLogging', 'GET /bucket?logging', 's3:GetBucketPolicy', bucketDocument(`<BucketLoggingStatus ${XMLNS}/>`)],
  [
    'GetBucketReplication',
    'GET /bucket?replication',
    's3:GetReplicationConfiguration',
    bucketHasNone('ReplicationConfigurationNotFoundError'),
  ],
  [
    'GetBucketReplicationMetrics',
    'GET /bucket?replication-metrics',
    's3:GetReplicationConfiguration',
    bucketHasNone('ReplicationConfigurationNotFoundError'),
  ],
  [
    'GetBucketReplicationResetStatus',
    'GET /bucket?replication-reset-status',
    's3:ResetBucketReplicationState',
    bucketHasNone('ReplicationConfigurationNotFoundError'),
  ],
  [
    'CheckBucketReplication',
    'GET /bucket?replication-check',
    's3:GetReplicationConfiguration',
    bucketHasNone('ReplicationConfigurationNotFoundError'),
  ],
  [
    'GetBucketRequestPayment',
    'GET /bucket?requestPayment',
    's3:GetBucketPolicy',
    bucketDocument(`<RequestPaymentConfiguration ${XMLNS}><Payer>BucketOwner</Payer></RequestPaymentConfiguration>`),
  ],
  ['GetBucketWebsite', 'GET /bucket?website', 's3:GetBucketPolicy', bucketHasNone('NoSuchWebsiteConfiguration')],
]

/** Unsupported operations, which return 501 NotImplemented with the operation name in the message. */
export const UNSUPPORTED_ROUTES: readonly RouteDefinition[] = (
  [
    ['AppendObject', 'PUT /bucket/key x-amz-write-offset-bytes'],
    ['PutObjectExtract', 'PUT /bucket/key x-amz-meta-snowball-auto-extract'],
    ['GetObjectFromZip', 'GET /bucket/key x-minio-extract: true'],
    ['HeadObjectInZip', 'HEAD /bucket/key x-minio-extract: true'],
    ['ListObjectsInZip', 'GET /bucket x-minio-extract: true'],
    ['PutBucketReplication', 'PUT /bucket?replication'],
    ['DeleteBucketReplication', 'DELETE /bucket?replication'],
    ['ResetBucketReplication', 'PUT /bucket?replication-reset'],
    ['PutBucketWebsite', 'PUT /bucket?website'],
    ['DeleteBucketWebsite', 'DELETE /bucket?website'],
    ['PutBucketAccelerateConfiguration', 'PUT /bucket?accelerate'],
    ['PutBucketRequestPayment', 'PUT /bucket?requestPayment'],
    ['PutBucketLogging', 'PUT /bucket?logging'],
    ['GetBucketInventoryConfiguration', 'GET /bucket?inventory'],
    ['PutBucketInventoryConfiguration', 'PUT /bucket?inventory'],
    ['DeleteBucketInventoryConfiguration', 'DELETE /bucket?inventory'],
    ['GetBucketAnalyticsConfiguration', 'GET /bucket?analytics'],
    ['PutBucketAnalyticsConfiguration', 'PUT /bucket?analytics'],
    ['DeleteBucketAnalyticsConfiguration', 'DELETE /bucket?analytics'],
    ['GetBucketMetricsConfiguration', 'GET /bucket?metrics'],
    ['PutBucketMetricsConfiguration', 'PUT /bucket?metrics'],
    ['DeleteBucketMetricsConfiguration', 'DELETE /bucket?metrics'],
    ['GetPublicAccessBlock', 'GET /bucket?publicAccessBlock'],
    ['PutPublicAccessBlock', 'PUT /bucket?publicAccessBlock'],
    ['DeletePublicAccessBlock', 'DELETE /bucket?publicAccessBlock'],
    ['GetBucketIntelligentTieringConfiguration', 'GET /bucket?intelligent-tiering'],
    ['PutBucketIntelligentTieringConfiguration', 'PUT /bucket?intelligent-tiering'],
    ['DeleteBucketIntelligentTieringConfiguration', 'DELETE /bucket?intelligent-tiering'],
    ['GetObjectTorrent', 'GET /bucket/key?torrent'],
    ['GetObjectLambda', 'GET /bucket/key?lambdaArn'],
    ['RestoreObject', 'POST /bucket/key?restore'],
    ['SelectObjectContent', 'POST /bucket/key?select'],
  ] as const
).map(([operation, pattern]) => [operation, pattern, null, unsupported])
