import * as z from 'zod/mini'

interface ErrorEntry {
  status: number
  /** What happened and what to do next, in the words a user sees. `{name}` is filled from the details. */
  message: string
}

/**
 * Every error the console's API can answer. A code is never reused for something else. 401 stands for a refused sign-in
 * and for a missing or ended session, and for nothing else, because the page signs out on it (spec core-console 8).
 */
export const ERRORS = {
  // The storage tells of a disabled account without its password too, so to tell it apart would tell strangers who is there.
  InvalidLogin: {
    status: 401,
    message:
      'The username or the password is wrong. If both are right, the account may be disabled: ask an administrator.',
  },
  ServiceAccountLogin: {
    status: 401,
    message: 'This access key belongs to a service account, which cannot sign in. Use the keys of its user.',
  },
  NoPolicy: {
    status: 401,
    message:
      'Your account is disabled or has no policy, or was deleted, so it may do nothing here. Ask an administrator.',
  },
  NotLoggedIn: { status: 401, message: 'You are not signed in. Sign in to go on.' },
  SessionEnded: { status: 401, message: 'Your session has ended. Sign in again to go on.' },

  InvalidInput: { status: 400, message: 'The request is not valid: {reason}.' },
  SessionCookieTwice: {
    status: 400,
    message:
      'Your browser sent two session cookies, and the console can’t tell which one is yours. Delete the cookies of this site, then sign in again.',
  },
  InvalidBucketName: { status: 400, message: 'This isn’t a valid bucket name: {reason}.' },
  InvalidObjectName: { status: 400, message: 'The storage cannot hold this object name: {reason}.' },
  InvalidShareEnd: { status: 400, message: '{reason}' },
  SettingRefused: { status: 400, message: 'The storage server does not take this setting.' },
  NoSuchEventTarget: {
    status: 400,
    message: 'The storage server has no event target {arn}. Set it up with mc admin config set and restart the server.',
  },
  NoSuchTier: {
    status: 400,
    message: 'The storage server has no tier named {tier}. Choose another, or add it with mc ilm tier add.',
  },
  RemoteAddressRefused: { status: 400, message: 'The console does not connect to {address}: {reason}.' },
  RemoteUnreachable: {
    status: 400,
    message: 'No storage server answers at {address}. Check the address, the port and whether TLS is on.',
  },
  RemoteKeysRefused: {
    status: 400,
    message: 'The storage server at {address} refused these keys. Check them, and that they may list its buckets.',
  },
  RemoteUnreadable: {
    status: 400,
    message:
      'What answers at {address} is no storage server, or speaks TLS where none was asked for. Use the address of its S3 API, not of its console.',
  },
  InvalidPolicy: { status: 400, message: 'The storage server does not take this policy.' },
  InvalidPolicyName: { status: 400, message: 'This is not a valid policy name: {reason}.' },
  UploadIncomplete: { status: 400, message: 'The upload did not arrive whole. Nothing was stored; upload it again.' },
  QuotaExceeded: { status: 400, message: 'The quota of bucket {bucket} is used up. Free space or raise the quota.' },
  AccessDenied: {
    status: 403,
    message: 'You lack the permission {action} on {resource}. An administrator can grant it.',
  },
  ForeignOrigin: {
    status: 403,
    message: 'This request came from another site and was refused. Open the console itself and try again.',
  },
  LoginNotOffered: { status: 403, message: 'This way of signing in is not switched on for this console.' },
  HostNotAllowed: {
    status: 421,
    message: 'The console does not answer under the name {host}. Add it to COOPERAGE_HOSTS to allow it.',
  },
  NotFound: { status: 404, message: 'There is nothing at this address.' },
  NoSuchBucket: { status: 404, message: 'The bucket {bucket} does not exist.' },
  // The specification has pages know this sentence (core-console 8).
  EncryptionNotSet: { status: 404, message: 'The server side encryption configuration was not found' },
  NoSuchEncryptionKey: { status: 404, message: 'The key management of the storage server has no key named {key}.' },
  NoSuchSubscription: { status: 404, message: 'The bucket {bucket} has no such subscription any more.' },
  NoSuchLifecycleRule: { status: 404, message: 'The bucket {bucket} has no lifecycle rule {rule} any more.' },
  NoSuchReplicationRule: { status: 404, message: 'The bucket {bucket} has no replication rule {rule} any more.' },
  NoSuchFolder: { status: 404, message: 'The folder {folder} does not exist, or nothing is in it any more.' },
  NoSuchPolicy: { status: 404, message: 'The policy {policy} does not exist.' },
  NoSuchUser: { status: 404, message: 'The user {user} does not exist. Of root there is nothing to read.' },
  NoSuchGroup: { status: 404, message: 'The group {group} does not exist.' },
  NoSuchServiceAccount: { status: 404, message: 'The service account {account} does not exist.' },
  NoSuchKey: { status: 404, message: 'The object {key} does not exist.' },
  MethodNotAllowed: { status: 405, message: 'This address does not take {method}.' },
  RequestTimeout: { status: 408, message: 'The request arrived too slowly and was ended. Try again.' },
  BucketExists: { status: 409, message: 'A bucket named {bucket} exists already. Choose another name.' },
  BucketNotEmpty: { status: 409, message: 'The bucket {bucket} is not empty. Delete its objects first.' },
  ObjectLocked: {
    status: 409,
    message:
      'A version of {key} is locked: its retention lasts, or it is on legal hold. Delete it when neither keeps it.',
  },
  ComplianceKept: {
    status: 409,
    message:
      'Compliance retention keeps this version of {key}. It can be made longer; until it ends nobody can shorten it or take it off.',
  },
  GovernanceKept: {
    status: 409,
    message:
      'Governance retention keeps this version of {key}. To shorten it or take it off you need the permission s3:BypassGovernanceRetention. An administrator can grant it.',
  },
  NoObjectLock: {
    status: 409,
    message:
      'The bucket {bucket} was created without object locking, so nothing in it can be locked. Copy the object to a bucket with locking.',
  },
  ObjectExists: {
    status: 409,
    message: 'There is an object {key} already. Choose another name, or let it be overwritten.',
  },
  SettingConflict: { status: 409, message: 'Another setting of bucket {bucket} stands against this.' },
  SubscriptionExists: { status: 409, message: 'This target is told of these events already.' },
  BucketPolicyChanged: {
    status: 409,
    message: 'The policy of bucket {bucket} was changed meanwhile. Look at it again, then decide.',
  },
  RemoteTargetLeft: { status: 409, message: 'The rule is deleted, but its remote target is still there. {reason}' },
  PolicyExists: { status: 409, message: 'A policy named {policy} exists already. Choose another name.' },
  PolicyChanged: {
    status: 409,
    message: 'The policy {policy} was changed meanwhile. Look at what is stored now, then decide.',
  },
  PolicyInUse: {
    status: 409,
    message: 'The policy {policy} is in use. Take it from its users and groups first.',
  },
  BuiltInPolicy: {
    status: 409,
    message: 'The policy {policy} is one of the storage server’s own, which cannot be deleted.',
  },
  PreconditionFailed: { status: 412, message: 'The object {key} has changed meanwhile. Load it again.' },
  BodyTooLarge: { status: 413, message: 'The request is larger than the {limit} bytes that this call takes.' },
  UnsupportedMediaType: { status: 415, message: 'This call takes {expected}.' },
  InvalidRange: { status: 416, message: 'The object has no such range of bytes.' },
  TooManyRequests: { status: 429, message: 'Too many attempts. Wait {seconds} seconds and try again.' },
  UpgradeRequired: { status: 426, message: 'This address is a WebSocket. Open it with a client that speaks that.' },
  TooManySockets: {
    status: 429,
    message: 'The console keeps no more than {limit} live views open here. Close other tabs of it and try again.',
  },
  HeadersTooLarge: { status: 431, message: 'The headers of the request are too large.' },
  Internal: { status: 500, message: 'Something failed inside the console. The log names request {requestId}.' },
  NotInThisSetup: { status: 501, message: 'The storage server does not offer {feature}.' },
  StorageError: { status: 502, message: 'The storage server refused: {reason}.' },
  StorageUnreachable: {
    status: 503,
    message: 'The storage server cannot be reached. Check that it is running; this page goes on when it is back.',
  },
  StorageFull: { status: 507, message: 'The storage server has no space left. Free space and try again.' },
  StorageTimeout: { status: 504, message: 'The storage server did not answer in time. Try again in a moment.' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

/** Body of every error answer. `detailedMessage` is empty when there is nothing to add. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  detailedMessage: z.string(),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof errorBody>

export type ErrorDetails = Record<string, string | number>

/** An expected failure with a stable code. Anything else that is thrown is a bug and answers 500. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails
  /** A second sentence for the Details section of the error toast; never an inner address, type name or stack. */
  readonly detailedMessage: string
  /** What the answer has beside {@link errorBody}: an object of the route's `refusal`. */
  readonly refusal: object

  constructor(
    code: ErrorCode,
    details: ErrorDetails = {},
    options: ErrorOptions & { detailedMessage?: string; refusal?: object } = {},
  ) {
    super(fill(ERRORS[code].message, details), options)
    this.code = code
    this.status = ERRORS[code].status
    this.details = details
    this.detailedMessage = options.detailedMessage ?? ''
    this.refusal = options.refusal ?? {}
  }
}

function fill(message: string, details: ErrorDetails): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''))
}
