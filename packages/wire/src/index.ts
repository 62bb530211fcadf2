export { type ArchiveBounds, ArchiveError, MAX_ARCHIVE_FILES, readArchive, writeArchive } from './admin/archive.ts'
export {
  type ConfigTarget,
  ConfigTextError,
  configKeys,
  configTargetName,
  formatConfigLine,
  formatConfigReset,
  parseConfigChange,
  parseConfigPairs,
  parseConfigTargets,
  withoutQuotes,
} from './admin/config-text.ts'
export { defaultValue, defaultValues, listedDefaults } from './admin/default-values.ts'
export { parseAdminError, parseGarageError, writeAdminError } from './admin/error-document.ts'
export { DERIVED_CLAIMS, IAM_FILES, type IamImportFailure, importFailuresIn, namesIn } from './admin/iam-archive.ts'
export {
  type AdminPayloadAlgorithm,
  AdminPayloadError,
  decryptAdminPayload,
  encryptAdminPayload,
  isEncryptedAdminPayload,
} from './admin/payload-encryption.ts'
export {
  type BucketQuota,
  BucketQuotaError,
  type BucketQuotaFields,
  NO_QUOTA,
  parseBucketQuota,
  parseBucketQuotaFields,
  writeBucketQuota,
} from './admin/quota.ts'
export {
  parseRemoteTargets,
  type RemoteTarget,
  type RemoteTargetSettings,
  writeRemoteTarget,
} from './admin/remote-target.ts'
export { type AuthenticationForm, authenticationForm, verifyRequest } from './authentication/verify-request.ts'
export {
  CHECKSUM_ALGORITHMS,
  type ChecksumAlgorithm,
  checksumHeader,
  createChecksum,
  type RunningChecksum,
} from './checksum.ts'
export { combineChecksums, compositeChecksum, isCombinable } from './checksum-combine.ts'
export { CONSOLE_TOKEN_HEADER, CONSOLE_USER_AGENT } from './console-token.ts'
export type { Credentials } from './credentials.ts'
export { editDistance } from './edit-distance.ts'
export { WireError } from './errors.ts'
export {
  type BucketNotifications,
  parseSubscriptions,
  type Subscription,
  withoutSubscription,
  withSubscription,
  writeSubscriptions,
} from './events/bucket-subscriptions.ts'
export { expandEventName } from './events/event-names.ts'
export { type EventFacts, eventRecord } from './events/event-record.ts'
export {
  type NotificationRule,
  parseNotificationConfiguration,
  type QueueArn,
  unknownEvent,
  unknownQueue,
  writeNotificationConfiguration,
  writeQueueArn,
} from './events/notification-configuration.ts'
export { freeMemory } from './free-memory.ts'
export { EMPTY_SHA256, equalInConstantTime, sha256Hex } from './hash.ts'
export { readIamResponse, writeIamForm } from './iam/query.ts'
export { type JsonObject, listField, numberField, objectField, textField } from './json-fields.ts'
export { compareNumbered, compareText, sortedEntries } from './order.ts'
export {
  type AnnouncedSize,
  type FormFault,
  type FormPart,
  formBoundary,
  formParts,
  malformedForm,
  readBoundary,
} from './post-policy/form-data.ts'
export { type CheckedFile, checkedFile } from './post-policy/form-file.ts'
export { checkPostForm, type FormFields, fieldOf, isPostFormV2, verifyPostForm } from './post-policy/post-form.ts'
export { type PostCondition, type PostPolicy, parsePostPolicy } from './post-policy/post-policy.ts'
export { type PostConditionInput, type SignPostPolicyOptions, signPostPolicy } from './post-policy/sign-post-policy.ts'
export { newAccessKey, newSecretKey, randomText } from './random-text.ts'
export { readAtMost } from './read-at-most.ts'
export { readTime } from './rfc3339.ts'
export { acceptLifecycle } from './s3/accept-lifecycle.ts'
export { isOwnerAcl, writeOwnerAcl } from './s3/acl.ts'
export {
  parseCreateBucketConfiguration,
  parseLocationConstraint,
  writeCreateBucketConfiguration,
  writeLocationConstraint,
} from './s3/bucket-location.ts'
export {
  type Checksums,
  type ChecksumType,
  parseChecksumAlgorithm,
  parseChecksumType,
} from './s3/checksum-elements.ts'
export {
  type CompletedPart,
  type CompletedUpload,
  MAX_PARTS,
  parseCompleteMultipartUpload,
  parseCompleteMultipartUploadResult,
  writeCompleteMultipartUpload,
  writeCompleteMultipartUploadResult,
} from './s3/complete-multipart-upload.ts'
export { type Copied, parseCopied, writeCopied } from './s3/copy-object.ts'
export { type CopySourceName, readCopySource } from './s3/copy-source.ts'
export {
  type CorsConfiguration,
  type CorsRequest,
  type CorsRule,
  findCorsRule,
  parseCors,
  writeCors,
} from './s3/cors.ts'
export {
  type DeletedObject,
  type DeleteFailure,
  type DeleteRequest,
  type DeleteResult,
  MAX_DELETE_OBJECTS,
  type ObjectToDelete,
  parseDeleteRequest,
  parseDeleteResult,
  writeDeleteRequest,
  writeDeleteResult,
} from './s3/delete-objects.ts'
export { type BucketEncryption, parseBucketEncryption, writeBucketEncryption } from './s3/encryption.ts'
export { type ErrorDocument, parseS3Error, writeS3Error } from './s3/error-document.ts'
export {
  type InitiatedUpload,
  parseInitiateMultipartUpload,
  writeInitiateMultipartUpload,
} from './s3/initiate-multipart-upload.ts'
export { parseLegalHold, writeLegalHold } from './s3/legal-hold.ts'
export {
  type LifecycleConfiguration,
  type LifecycleElement,
  type LifecycleExpiration,
  type LifecycleFilter,
  type LifecycleRule,
  type LifecycleTag,
  type LifecycleTransition,
  type NoncurrentVersionExpiration,
  type NoncurrentVersionTransition,
  parseLifecycle,
  withLifecycleTags,
  writeLifecycle,
} from './s3/lifecycle.ts'
export { type ListedBucket, parseListBuckets, writeListBuckets } from './s3/list-buckets.ts'
export {
  type ListedUpload,
  type ListMultipartUploadsPage,
  parseListMultipartUploads,
  writeListMultipartUploads,
} from './s3/list-multipart-uploads.ts'
export {
  type ListedVersion,
  type ListVersionsPage,
  parseListVersions,
  writeListVersions,
} from './s3/list-object-versions.ts'
export { type ListObjectsV1Page, writeListObjectsV1 } from './s3/list-objects-v1.ts'
export {
  createListObjectsV2Reader,
  type ListedObject,
  type ListObjectsV2Page,
  type ListObjectsV2Reader,
  parseListObjectsV2,
  type WriteListObjectsV2Options,
  writeListObjectsV2,
} from './s3/list-objects-v2.ts'
export { type ListedPart, type ListPartsPage, parseListParts, writeListParts } from './s3/list-parts.ts'
export type { ListedMetadata } from './s3/listed-metadata.ts'
export {
  type AttributeParts,
  OBJECT_ATTRIBUTES,
  type ObjectAttribute,
  type ObjectAttributes,
  parseObjectAttributes,
  writeObjectAttributes,
} from './s3/object-attributes.ts'
export {
  type DefaultRetention,
  isRetentionMode,
  MAX_DEFAULT_RETENTION,
  type ObjectLockConfiguration,
  parseObjectLock,
  RETENTION_MODES,
  type RetentionMode,
  writeObjectLock,
} from './s3/object-lock.ts'
export { MINIO_OWNER, type Owner } from './s3/owner.ts'
export { type ObjectOwnership, parseOwnershipControls, writeOwnershipControls } from './s3/ownership-controls.ts'
export { parsePolicyStatus, writePolicyStatus } from './s3/policy-status.ts'
export { type PostedObject, writePostResponse } from './s3/post-response.ts'
export {
  NO_REPLICATION,
  parseReplication,
  type ReplicationConfiguration,
  type ReplicationRule,
  withoutReplicationRule,
  withReplicationRule,
  withReplicationStatus,
  writeReplication,
} from './s3/replication.ts'
export { parseRetention, type Retention, writeRetention } from './s3/retention.ts'
export { parseTagging, parseTaggingHeader, type Tagged, writeTagging, writeTaggingHeader } from './s3/tagging.ts'
export { parseVersioning, type VersioningConfiguration, writeVersioning } from './s3/versioning.ts'
export { SUB_RESOURCES } from './sigv2/canonical.ts'
export { withLinkHeaders } from './sigv2/link-headers.ts'
export { type ChunkedOptions, decodeSignedChunks, decodeUnsignedTrailer } from './sigv4/chunked-decode.ts'
export { chunkedLength, type EncodeOptions, encodeSignedChunks, encodeUnsignedTrailer } from './sigv4/chunked-encode.ts'
export type { IncomingHeaders, IncomingRequest } from './sigv4/incoming.ts'
export { PAYLOAD } from './sigv4/payload.ts'
export { type CheckedPayload, checkedPayload, type PayloadOptions } from './sigv4/payload-check.ts'
export { encodeComponent, encodePath, objectPath } from './sigv4/percent-encoding.ts'
export { type PresignOptions, presignUrl } from './sigv4/presign.ts'
export { type Presigned, Presigner, type PresignerOptions } from './sigv4/presigner.ts'
export { type SigningSeed, type SignOptions, signRequest, signWithSeed } from './sigv4/sign.ts'
export type { KeySecrets, VerifiedRequest, VerifyOptions } from './sigv4/verification.ts'
export {
  type AssumeRoleRequest,
  type CustomTokenRequest,
  type LdapIdentityRequest,
  parseAssumeRole,
  type RoleRequest,
  STS_VERSION,
  type TemporaryCredentials,
  type WebIdentityRequest,
  writeAssumeRole,
  writeAssumeRoleForm,
  writeAssumeRoleWithToken,
  writeCustomTokenQuery,
  writeLdapIdentityForm,
  writeWebIdentityForm,
} from './sts/assume-role.ts'
export { parseStsError, writeStsError } from './sts/error-document.ts'
export { readXml } from './xml/reader.ts'
export { isXmlText } from './xml/writer.ts'
