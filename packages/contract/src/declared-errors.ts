import type { ErrorCode } from './errors.ts'
import type { Route } from './route.ts'
import type { Socket } from './socket.ts'

/** What every call and live view may answer with, whatever it does. */
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
  'StorageTimeout',
] as const satisfies readonly ErrorCode[]

/** What every call and live view that needs a session may answer with besides: the storage decides by the visitor's rights. */
export const SESSION_ERRORS = [
  'NotLoggedIn',
  'SessionEnded',
  'NoPolicy',
  'AccessDenied',
] as const satisfies readonly ErrorCode[]

/** What every live view may refuse a browser with besides, before it becomes a socket. */
export const SOCKET_ERRORS = ['UpgradeRequired', 'TooManySockets'] as const satisfies readonly ErrorCode[]

/** Of every call about a bucket, to be listed among its own. */
export const BUCKET_ERRORS = ['InvalidBucketName', 'NoSuchBucket'] as const satisfies readonly ErrorCode[]

/** Of every call about an object, to be listed among its own. */
export const OBJECT_ERRORS = [
  ...BUCKET_ERRORS,
  'InvalidObjectName',
  'NoSuchKey',
] as const satisfies readonly ErrorCode[]

/** All codes that a call or live view may answer with. */
export function declaredErrors(declared: Route | Socket): readonly ErrorCode[] {
  if ('message' in declared) return [...SOCKET_ERRORS, ...SESSION_ERRORS, ...COMMON_ERRORS]
  return [...declared.errors, ...(declared.auth === 'session' ? SESSION_ERRORS : []), ...COMMON_ERRORS]
}
