/**
 * What policies of MinIO and of IAM have in common: names of either that mean the same to the other. A test of the console's server
 * compares them with what MinIO's policies are checked against.
 */

const OF_S3 = {
  Abort: ['MultipartUpload'],
  Bypass: ['GovernanceRetention'],
  Create: ['Bucket'],
  Delete: [
    ...['Bucket', 'BucketCors', 'BucketPolicy', 'Object', 'ObjectTagging', 'ObjectVersion'],
    'ObjectVersionTagging',
  ],
  Get: [
    ...['BucketCors', 'BucketLocation', 'BucketNotification', 'BucketObjectLockConfiguration', 'BucketPolicy'],
    ...['BucketPolicyStatus', 'BucketTagging', 'BucketVersioning', 'EncryptionConfiguration'],
    ...['LifecycleConfiguration', 'Object', 'ObjectAttributes', 'ObjectLegalHold', 'ObjectRetention', 'ObjectTagging'],
    ...['ObjectVersion', 'ObjectVersionAttributes', 'ObjectVersionForReplication', 'ObjectVersionTagging'],
    'ReplicationConfiguration',
  ],
  List: ['AllMyBuckets', 'Bucket', 'BucketMultipartUploads', 'BucketVersions', 'MultipartUploadParts'],
  Put: [
    ...['BucketCors', 'BucketNotification', 'BucketObjectLockConfiguration', 'BucketPolicy', 'BucketTagging'],
    ...['BucketVersioning', 'EncryptionConfiguration', 'LifecycleConfiguration', 'Object', 'ObjectLegalHold'],
    ...['ObjectRetention', 'ObjectTagging', 'ObjectVersionTagging', 'ReplicationConfiguration'],
  ],
  Replicate: ['Delete', 'Object', 'Tags'],
  Restore: ['Object'],
}

/** Actions that MinIO has of AWS. */
export const COMMON_ACTIONS: readonly string[] = Object.entries(OF_S3).flatMap(([verb, nouns]) =>
  nouns.map((noun) => `s3:${verb}${noun}`),
)

/** Actions that MinIO alone has, by those that AWS asks for the same. */
export const OWN_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  's3:DeleteBucket': ['s3:ForceDeleteBucket'],
  's3:GetBucketNotification': ['s3:ListenBucketNotification', 's3:ListenNotification'],
  's3:ListBucket': ['s3:HeadBucket'],
  's3:PutObject': ['s3:PutObjectFanOut'],
}

/**
 * Condition keys without what follows a slash. Those that have other values at the other kind aren't among them, nor those that
 * MinIO doesn't have for every call: the age of a signature, and the tags of an object that is copied.
 */
export const COMMON_KEYS: ReadonlySet<string> = new Set([
  ...['aws:CurrentTime', 'aws:EpochTime', 'aws:Referer', 'aws:SecureTransport', 'aws:SourceIp', 'aws:UserAgent'],
  ...['aws:username', 's3:authType', 's3:delimiter', 's3:LocationConstraint', 's3:max-keys'],
  ...['s3:object-lock-legal-hold', 's3:object-lock-mode', 's3:object-lock-remaining-retention-days'],
  ...['s3:object-lock-retain-until-date', 's3:prefix', 's3:RequestObjectTag', 's3:RequestObjectTagKeys'],
  ...['s3:signatureversion', 's3:versionid', 's3:x-amz-content-sha256', 's3:x-amz-copy-source'],
  ...['s3:x-amz-metadata-directive', 's3:x-amz-server-side-encryption'],
  ...['s3:x-amz-server-side-encryption-customer-algorithm', 's3:x-amz-storage-class'],
])

/** What an action on an object is called at the other kind for one of its versions, or for listing them. */
export const VERSION_ACTIONS: Readonly<Record<string, string>> = {
  's3:DeleteObject': 's3:DeleteObjectVersion',
  's3:DeleteObjectTagging': 's3:DeleteObjectVersionTagging',
  's3:GetObject': 's3:GetObjectVersion',
  's3:GetObjectAttributes': 's3:GetObjectVersionAttributes',
  's3:GetObjectTagging': 's3:GetObjectVersionTagging',
  's3:ListBucket': 's3:ListBucketVersions',
  's3:PutObjectTagging': 's3:PutObjectVersionTagging',
}

/** Actions that are only about objects: in MinIO, `photos/*` is the bucket too. */
export const OBJECT_ACTIONS: ReadonlySet<string> = new Set([
  ...Object.entries(VERSION_ACTIONS).flatMap(([of, ofVersion]) => (of === 's3:ListBucket' ? [] : [of, ofVersion])),
  ...['s3:AbortMultipartUpload', 's3:BypassGovernanceRetention', 's3:GetObjectLegalHold', 's3:GetObjectRetention'],
  ...['s3:ListMultipartUploadParts', 's3:PutObject', 's3:PutObjectLegalHold', 's3:PutObjectRetention'],
  's3:RestoreObject',
])

const TEXTS = ['StringEquals', 'StringEqualsIgnoreCase', 'StringLike']
const ORDERS = ['Equals', 'LessThan', 'LessThanEquals', 'GreaterThan', 'GreaterThanEquals']

/** Without those that mean something else for several values, or for none, such as `ForAnyValue:StringNotEquals`. */
export const COMMON_OPERATORS: ReadonlySet<string> = new Set([
  ...TEXTS.flatMap((name) => [name, `ForAllValues:${name}`, `ForAnyValue:${name}`]),
  ...TEXTS.map((name) => name.replace('String', 'StringNot')),
  ...ORDERS.flatMap((order) => [`Numeric${order}`, `Date${order}`]),
  ...['BinaryEquals', 'Bool', 'IpAddress', 'NotIpAddress', 'Null'],
])
