/**
 * The S3 errors of the engine: status and message by code, as in MinIO. Errors of signatures and signed bodies are defined in
 * `@cooperage/wire`, with the same class.
 */
import { WireError } from '@cooperage/wire'
import { StoreError, type StoreErrorCode } from '../store/store.ts'

const CATALOGUE = {
  AccessControlListNotSupported: [400, 'The bucket does not allow ACLs. Use a bucket policy to give others access.'],
  AccessDenied: [403, 'Access Denied.'],
  AccessForbidden: [
    403,
    "CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.",
  ],
  AllAccessDisabled: [403, 'All access to this resource has been disabled.'],
  BadDigest: [400, 'The Content-Md5 you specified did not match what we received.'],
  BadRequest: [400, 'This call is not part of the API.'],
  BucketAlreadyOwnedByYou: [409, 'Your previous request to create the named bucket succeeded and you already own it.'],
  BucketNotEmpty: [409, 'The bucket you tried to delete is not empty'],
  EmptyRequestBody: [400, 'Request body cannot be empty.'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed object size.'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed object size.'],
  IllegalVersioningConfigurationException: [400, 'Versioning configuration specified in the request is invalid.'],
  InternalError: [500, 'We encountered an internal error, please try again.'],
  InvalidArgument: [400, 'Invalid Argument'],
  InvalidBucketState: [409, 'Object Lock configuration cannot be enabled on existing buckets'],
  InvalidBucketName: [400, 'The specified bucket is not valid.'],
  InvalidDigest: [400, 'The Content-Md5 you specified is not valid.'],
  InvalidPart: [
    400,
    "One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
  ],
  InvalidPartNumber: [416, 'The requested partnumber is not satisfiable'],
  InvalidPartOrder: [
    400,
    'The list of parts was not in ascending order. The parts list must be specified in order by part number.',
  ],
  InvalidRange: [416, 'The requested range is not satisfiable'],
  InvalidRegion: [400, 'Region does not match.'],
  InvalidRequest: [400, 'Invalid Request'],
  InvalidStorageClass: [400, 'Invalid storage class.'],
  KeyTooLongError: [400, 'Your key is too long'],
  MalformedXML: [400, 'The XML you provided was not well-formed or did not validate against our published schema.'],
  MaxPostPreDataLengthExceeded: [400, 'Your POST request fields preceding the upload file were too large.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MetadataTooLarge: [400, 'Your metadata headers exceed the maximum allowed metadata size.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  MissingContentMD5: [400, 'Missing or invalid required header for this request: Content-Md5 or Amz-Content-Checksum'],
  NoSuchBucket: [404, 'The specified bucket does not exist'],
  NoSuchBucketPolicy: [404, 'The bucket policy does not exist'],
  NoSuchCORSConfiguration: [404, 'The CORS configuration does not exist'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchLifecycleConfiguration: [404, 'The lifecycle configuration does not exist'],
  NoSuchObjectLockConfiguration: [404, 'The specified object does not have a ObjectLock configuration'],
  NoSuchTagSet: [404, 'The TagSet does not exist'],
  NoSuchUpload: [
    404,
    'The specified multipart upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
  ],
  NoSuchVersion: [404, 'The specified version does not exist.'],
  NoSuchWebsiteConfiguration: [404, 'The specified bucket does not have a website configuration'],
  NotImplemented: [501, 'A header you provided implies functionality that is not implemented'],
  ObjectLockConfigurationNotFoundError: [404, 'Object Lock configuration does not exist for this bucket'],
  PolicyTooLarge: [400, 'Policy exceeds the maximum allowed document size.'],
  PreconditionFailed: [412, 'At least one of the pre-conditions you specified did not hold'],
  ReplicationConfigurationNotFoundError: [404, 'The replication configuration was not found'],
  RequestIsNotMultiPartContent: [400, 'A bucket POST request must be of the enclosure-type multipart/form-data.'],
  ServerSideEncryptionConfigurationNotFoundError: [404, 'The server side encryption configuration was not found'],
  SlowDownRead: [503, 'Resource requested is unreadable, please reduce your request rate'],
  SlowDown: [503, 'Resource requested is unreadable, please reduce your request rate'],
  TooManyRequests: [429, 'Please reduce your request rate'],
  XMinioAdminBucketQuotaExceeded: [400, 'Bucket quota exceeded'],
  XMinioAdminInvalidArgument: [400, 'force-delete is forbidden on Object Locking enabled buckets'],
  XMinioInvalidObjectName: [400, 'Object name contains unsupported characters.'],
  XMinioInvalidResourceName: [400, 'Resource name contains bad components such as ".." or ".".'],
  XMinioStorageFull: [
    507,
    'Storage backend has reached its minimum free drive threshold. Please delete a few objects to proceed.',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type S3ErrorCode = keyof typeof CATALOGUE

/** An error of the catalogue. `message` replaces a general message that would not name the reason. */
export function s3Error(
  code: S3ErrorCode,
  message?: string,
  options?: ErrorOptions & { headers?: Record<string, string> },
): WireError {
  const [status, general] = CATALOGUE[code]
  return new WireError(code, status, message ?? general, options)
}

/** The response to requests that a stop or restart of the engine interrupts. */
export function serverClosing(): WireError {
  return s3Error('SlowDown', 'This server is restarting or stopping. Try again.')
}

/** Protocol errors for store errors, some with a specific message. */
const STORE_ERRORS: Record<StoreErrorCode, S3ErrorCode | readonly [S3ErrorCode, string]> = {
  BucketExists: 'BucketAlreadyOwnedByYou',
  NoSuchBucket: 'NoSuchBucket',
  BucketNotEmpty: 'BucketNotEmpty',
  NoSuchKey: 'NoSuchKey',
  NoSuchVersion: 'NoSuchVersion',
  NoSuchUpload: 'NoSuchUpload',
  InvalidPart: 'InvalidPart',
  KeyTooLong: 'KeyTooLongError',
  ObjectLocked: ['InvalidRequest', 'Object is WORM protected and cannot be overwritten'],
  LockingOff: ['InvalidRequest', 'Bucket is missing ObjectLockConfiguration'],
  LockingOn: 'InvalidBucketState',
  StorageFull: 'XMinioStorageFull',
  QuotaExceeded: 'XMinioAdminBucketQuotaExceeded',
  StorageFailed: 'InternalError',
  // As MinIO responds on a single drive. Clients may retry and succeed if the object has been replaced.
  ObjectDamaged: 'SlowDownRead',
  EncryptionKeyMissing: 'InternalError',
  DataFolderInUse: 'InternalError',
  DataFolderFormat: 'InternalError',
}

export function storeError(error: StoreError): WireError {
  const mapped = STORE_ERRORS[error.code]
  const [code, message] = typeof mapped === 'string' ? [mapped] : mapped
  const headers = code === 'SlowDownRead' ? { 'retry-after': '60' } : {}
  // The protocol has no error for a missing key, which only the administrator can fix.
  const shownMessage = error.code === 'EncryptionKeyMissing' ? error.message : message
  return s3Error(code, shownMessage, { cause: error, headers })
}

/** The error of one item of a batch, after which the others continue. Rethrows server faults, which fail the whole request. */
export function itemError(error: unknown): WireError {
  if (error instanceof WireError) return error
  if (error instanceof StoreError && error.code !== 'StorageFailed') return storeError(error)
  throw error
}
