/** The condition keys of MinIO's policies, and the actions that they apply to. */
import { POLICY_ACTIONS } from './actions.ts'
import { matchesWildcard } from './wildcard.ts'

/** Claims of a web identity. */
const JWT_KEYS = [
  'jwt:sub',
  'jwt:iss',
  'jwt:aud',
  'jwt:jti',
  'jwt:name',
  'jwt:upn',
  'jwt:groups',
  'jwt:given_name',
  'jwt:family_name',
  'jwt:middle_name',
  'jwt:nickname',
  'jwt:preferred_username',
  'jwt:profile',
  'jwt:picture',
  'jwt:website',
  'jwt:email',
  'jwt:gender',
  'jwt:birthdate',
  'jwt:phone_number',
  'jwt:address',
  'jwt:scope',
  'jwt:client_id',
]

/** The caller, its address and the time. */
const CALLER_KEYS = [
  'aws:Referer',
  'aws:SourceIp',
  'aws:UserAgent',
  'aws:SecureTransport',
  'aws:CurrentTime',
  'aws:EpochTime',
  'aws:principaltype',
  'aws:userid',
  'aws:username',
  'aws:groups',
  'ldap:user',
  'ldap:username',
  'ldap:groups',
]

/** Keys of every S3 action. They are also the policy variables: `${aws:username}`. */
export const COMMON_CONDITION_KEYS: readonly string[] = [
  's3:signatureversion',
  's3:authType',
  's3:signatureAge',
  's3:x-amz-content-sha256',
  's3:LocationConstraint',
  ...CALLER_KEYS,
  ...JWT_KEYS,
]

/** Keys that continue after a slash with the key of a tag. */
const TAG_CONDITION_KEYS: readonly string[] = ['s3:ExistingObjectTag', 's3:RequestObjectTag']

/** Every key that a policy can use. */
export const CONDITION_KEYS: readonly string[] = [
  ...COMMON_CONDITION_KEYS,
  ...TAG_CONDITION_KEYS,
  's3:RequestObjectTagKeys',
  's3:x-amz-copy-source',
  's3:x-amz-server-side-encryption',
  's3:x-amz-server-side-encryption-customer-algorithm',
  's3:x-amz-server-side-encryption-aws-kms-key-id',
  's3:x-amz-metadata-directive',
  's3:x-amz-storage-class',
  's3:prefix',
  's3:delimiter',
  's3:max-keys',
  's3:versionid',
  's3:object-lock-remaining-retention-days',
  's3:object-lock-mode',
  's3:object-lock-legal-hold',
  's3:object-lock-retain-until-date',
  'sts:DurationSeconds',
  'svc:DurationSeconds',
]

const ADMIN_KEYS = new Set([...CALLER_KEYS, 'svc:DurationSeconds', ...JWT_KEYS])
const STS_KEYS = new Set(['sts:DurationSeconds'])
const ALL_KEYS = new Set(CONDITION_KEYS)

const ENCRYPTION = [
  's3:x-amz-server-side-encryption',
  's3:x-amz-server-side-encryption-customer-algorithm',
  's3:x-amz-server-side-encryption-aws-kms-key-id',
]
const LISTING = ['s3:prefix', 's3:delimiter', 's3:max-keys']
const VERSION = ['s3:versionid']
const REQUEST_TAGS = ['s3:RequestObjectTagKeys', 's3:RequestObjectTag']
const VERSION_AND_TAGS = [...VERSION, 's3:ExistingObjectTag']
const RETENTION = ['s3:object-lock-retain-until-date', 's3:object-lock-mode']

/** The keys of S3 actions in addition to the common ones. */
const S3_KEYS: Record<string, readonly string[]> = {
  's3:*': CONDITION_KEYS,
  's3:DeleteObject': VERSION,
  's3:GetObject': [...ENCRYPTION, ...VERSION_AND_TAGS],
  's3:GetObjectAttributes': ['s3:ExistingObjectTag'],
  's3:GetObjectVersionAttributes': VERSION_AND_TAGS,
  's3:ListBucket': LISTING,
  's3:ListBucketVersions': LISTING,
  's3:PutObject': [
    's3:x-amz-copy-source',
    ...ENCRYPTION,
    's3:x-amz-metadata-directive',
    's3:x-amz-storage-class',
    ...VERSION,
    ...RETENTION,
    's3:object-lock-legal-hold',
    ...REQUEST_TAGS,
  ],
  's3:PutObjectRetention': [...ENCRYPTION, 's3:object-lock-remaining-retention-days', ...RETENTION, ...VERSION],
  's3:GetObjectRetention': [...ENCRYPTION, ...VERSION],
  's3:PutObjectLegalHold': [...ENCRYPTION, 's3:object-lock-legal-hold', ...VERSION],
  's3:BypassGovernanceRetention': [
    ...VERSION,
    's3:object-lock-remaining-retention-days',
    ...RETENTION,
    's3:object-lock-legal-hold',
    ...REQUEST_TAGS,
  ],
  's3:PutBucketTagging': REQUEST_TAGS,
  's3:PutObjectTagging': [...VERSION_AND_TAGS, ...REQUEST_TAGS],
  's3:PutObjectVersionTagging': [...VERSION_AND_TAGS, ...REQUEST_TAGS],
  's3:GetObjectTagging': VERSION_AND_TAGS,
  's3:DeleteObjectTagging': VERSION_AND_TAGS,
  's3:GetObjectVersion': VERSION_AND_TAGS,
  's3:GetObjectVersionTagging': VERSION_AND_TAGS,
  's3:DeleteObjectVersion': VERSION,
  's3:DeleteObjectVersionTagging': VERSION_AND_TAGS,
  's3:ReplicateObject': VERSION_AND_TAGS,
  's3:ReplicateDelete': VERSION_AND_TAGS,
  's3:ReplicateTags': VERSION_AND_TAGS,
  's3:GetObjectVersionForReplication': VERSION_AND_TAGS,
}

/** Whether a policy can use the key: `s3:prefix`, or `s3:ExistingObjectTag/team`. Case-sensitive. */
export function isConditionKey(key: string): boolean {
  return ALL_KEYS.has(keyName(key))
}

/** The name up to a slash. */
export function keyName(key: string): string {
  const slash = key.indexOf('/')
  return slash < 0 ? key : key.slice(0, slash)
}

/** The keys that conditions can use with an action, or with any action that a wildcard matches. */
export function conditionKeysOf(action: string): ReadonlySet<string> {
  if ((POLICY_ACTIONS.admin as readonly string[]).includes(action)) return ADMIN_KEYS
  if ((POLICY_ACTIONS.sts as readonly string[]).includes(action)) return STS_KEYS
  if ((POLICY_ACTIONS.kms as readonly string[]).includes(action)) return ALL_KEYS
  return s3ConditionKeysOf(action)
}

/** The same for a bucket policy, where `*` means all S3 actions. */
export function s3ConditionKeysOf(action: string): ReadonlySet<string> {
  const own = Object.entries(S3_KEYS).flatMap(([name, keys]) => (matchesWildcard(action, name) ? keys : []))
  return new Set([...COMMON_CONDITION_KEYS, ...own])
}
