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

/** Condition keys without what follows a slash. Those that have other values at the other kind aren't among them. */
export const COMMON_KEYS: ReadonlySet<string> = new Set([
  ...['aws:CurrentTime', 'aws:EpochTime', 'aws:Referer', 'aws:SecureTransport', 'aws:SourceIp', 'aws:UserAgent'],
  ...['aws:username', 's3:authType', 's3:delimiter', 's3:ExistingObjectTag', 's3:LocationConstraint', 's3:max-keys'],
  ...['s3:object-lock-legal-hold', 's3:object-lock-mode', 's3:object-lock-remaining-retention-days'],
  ...['s3:object-lock-retain-until-date', 's3:prefix', 's3:RequestObjectTag', 's3:RequestObjectTagKeys'],
  ...['s3:signatureAge', 's3:signatureversion', 's3:versionid', 's3:x-amz-content-sha256', 's3:x-amz-copy-source'],
  ...['s3:x-amz-metadata-directive', 's3:x-amz-server-side-encryption'],
  ...['s3:x-amz-server-side-encryption-customer-algorithm', 's3:x-amz-storage-class'],
])

const TEXTS = ['StringEquals', 'StringEqualsIgnoreCase', 'StringLike'].flatMap((name) => [
  name,
  name.replace('String', 'StringNot'),
])
const ORDERS = ['Equals', 'NotEquals', 'LessThan', 'LessThanEquals', 'GreaterThan', 'GreaterThanEquals']

export const COMMON_OPERATORS: ReadonlySet<string> = new Set([
  ...TEXTS.flatMap((name) => [name, `ForAllValues:${name}`, `ForAnyValue:${name}`]),
  ...ORDERS.flatMap((order) => [`Numeric${order}`, `Date${order}`]),
  ...['BinaryEquals', 'Bool', 'IpAddress', 'NotIpAddress', 'Null'],
])
