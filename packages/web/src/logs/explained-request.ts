import type { LogRecord } from '@cooperage/contract'
import type { logSearch } from '../messages/en/log-search.ts'
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

/** What explains a failed request that no policy refused: the names of its messages. */
export type RecordAdvice = keyof typeof logSearch.advice

/** By the code that the server reported. MinIO reports none. */
const OF_CODE: Readonly<Record<string, RecordAdvice>> = {
  NoSuchKey: 'noObject',
  NoSuchVersion: 'noObject',
  NoSuchBucket: 'noBucket',
  NoSuchUpload: 'noUpload',
  InvalidAccessKeyId: 'keys',
  SignatureDoesNotMatch: 'keys',
  RequestTimeTooSkewed: 'clock',
  ExpiredToken: 'expired',
  SlowDown: 'busy',
  SlowDownRead: 'busy',
  SlowDownWrite: 'busy',
}

const OF_STATUS: Readonly<Record<number, RecordAdvice>> = {
  403: 'refused',
  404: 'absent',
  409: 'conflict',
  412: 'precondition',
  429: 'busy',
  499: 'disconnected',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

/** What explains a request; undefined if it succeeded, or if the policy simulator explains it. */
export function adviceOf(record: LogRecord): RecordAdvice | undefined {
  const { response_status_code: status, error_code: code, api_name: api, object } = record
  if (isExplainable(record) || status < 400) return undefined
  const isOfObject = status === 404 && object !== '' && /^(Get|Head)Object$/.test(api)
  const known = OF_CODE[code] ?? (isOfObject ? 'noObject' : OF_STATUS[status])
  return known ?? (status < 500 ? 'invalid' : 'internal')
}

/** The codes of 403 that no policy causes. */
const NOT_OF_POLICIES = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'RequestTimeTooSkewed', 'ExpiredToken'])

/** Whether policies refused a request, so that the policy simulator can explain it. Only requests of S3 name a bucket. */
export function isExplainable(record: LogRecord): boolean {
  const { response_status_code: status, error_code: code, api_name: api, bucket } = record
  return status === 403 && !NOT_OF_POLICIES.has(code) && (bucket !== '' || api === 'ListBuckets')
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
