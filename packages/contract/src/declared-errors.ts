import type { ErrorCode } from './errors.ts'
import type { Route } from './route.ts'
import type { Socket } from './socket.ts'

/** Errors that any call or live view can return. */
export const COMMON_ERRORS = [
  'InvalidInput',
  'SessionCookieTwice',
  'ForeignOrigin',
  'HostNotAllowed',
  'RequestTimeout',
  'BodyTooLarge',
  'UnsupportedMediaType',
  'Internal',
  'NotInThisSetup',
  'StorageError',
  'StorageUnreachable',
  'StorageUnreadable',
  'StorageTimeout',
  'StorageClockSkew',
  'KmsUnreachable',
  'ClusterError',
  'ClusterUnreachable',
  'ClusterUntrusted',
  'ClusterTimeout',
] as const satisfies readonly ErrorCode[]

/**
 * Additional errors of calls and live views that need a session: the storage server authorizes them with the visitor's
 * permissions.
 */
export const SESSION_ERRORS = [
  'NotLoggedIn',
  'SessionEnded',
  'NoPolicy',
  'AccessDenied',
  'ConsoleStoreUnavailable',
] as const satisfies readonly ErrorCode[]

/** Additional errors of live views, returned before the handshake. */
export const SOCKET_ERRORS = ['UpgradeRequired', 'TooManySockets'] as const satisfies readonly ErrorCode[]

/** Additional errors of calls whose input takes long to evaluate. */
export const COMPUTATION_ERRORS = ['TooComplex', 'ConsoleBusy'] as const satisfies readonly ErrorCode[]

/** Common errors of calls on a bucket. */
export const BUCKET_ERRORS = ['InvalidBucketName', 'NoSuchBucket'] as const satisfies readonly ErrorCode[]

/** Common errors of calls on an object. */
export const OBJECT_ERRORS = [
  ...BUCKET_ERRORS,
  'InvalidObjectName',
  'NoSuchKey',
] as const satisfies readonly ErrorCode[]

/** Additional errors of a sign-in: what is wrong with the address of the storage server. */
export const STORAGE_ADDRESS_ERRORS = [
  'StorageNameUnknown',
  'StorageUntrusted',
  'StorageCertificateExpired',
  'StorageCertificateMismatch',
  'StorageNeedsHttps',
  'StorageNeedsHttp',
  'StorageIsConsole',
  'StorageIsWebsite',
  'StorageBehindProxy',
] as const satisfies readonly ErrorCode[]

/** All error codes that a call or live view can return. */
export function declaredErrors(declared: Route | Socket): readonly ErrorCode[] {
  if ('message' in declared) return [...SOCKET_ERRORS, ...SESSION_ERRORS, ...COMMON_ERRORS]
  return [...declared.errors, ...(declared.auth === 'session' ? SESSION_ERRORS : []), ...COMMON_ERRORS]
}
