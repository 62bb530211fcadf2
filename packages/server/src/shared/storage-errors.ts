import {
  AppError,
  type ErrorCode,
  featureText,
  placeText,
  reasonText,
  type ServerFeature,
  type Text,
  taskOf,
} from '@cooperage/contract'
import { GarageError, IamError, NotInIam, StorageError } from '@cooperage/storage-client'
import { ConfigTextError } from '@cooperage/wire'

/** What a call concerns, for its error message. */
export interface Subject {
  /** IAM action that the call needs: `s3:DeleteBucket`. */
  action?: string
  bucket?: string
  key?: string
  policy?: string
  user?: string
  group?: string
  account?: string
  /** The feature that a server without this call doesn't support: `quotas`. */
  feature?: ServerFeature | Text
}

/** Codes for keys that the storage server no longer accepts: the session has ended, whatever the call was. */
const LOST_KEYS = new Set([
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'InvalidTokenId',
  'ExpiredToken',
  'InvalidToken',
])

/** Storage error codes and ours. Unlisted codes become `StorageError` with the code as the reason. */
const CODES: Record<string, ErrorCode> = {
  AccessDenied: 'AccessDenied',
  AllAccessDisabled: 'AccessDenied',
  NoSuchBucket: 'NoSuchBucket',
  NoSuchAccessKey: 'NoSuchServiceAccount',
  NoSuchKey: 'NoSuchKey',
  NoSuchVersion: 'NoSuchKey',
  MethodNotAllowed: 'NoSuchKey',
  BucketNotEmpty: 'BucketNotEmpty',
  BucketAlreadyOwnedByYou: 'BucketExists',
  BucketAlreadyExists: 'BucketExists',
  InvalidBucketName: 'InvalidBucketName',
  InvalidObjectName: 'InvalidObjectName',
  KeyTooLongError: 'InvalidObjectName',
  XMinioInvalidObjectName: 'InvalidObjectName',
  XMinioObjectExistsAsDirectory: 'InvalidObjectName',
  XMinioParentIsObject: 'InvalidObjectName',
  InvalidRange: 'InvalidRange',
  PreconditionFailed: 'PreconditionFailed',
  MalformedPolicy: 'InvalidPolicy',
  XMinioMalformedIAMPolicy: 'InvalidPolicy',
  MalformedPolicyDocument: 'InvalidPolicy',
  PolicyInvalidName: 'InvalidPolicyName',
  XMinioInvalidResource: 'InvalidPolicyName',
  XMinioInvalidResourceName: 'InvalidPolicyName',
  XMinioAdminNoSuchPolicy: 'NoSuchPolicy',
  XMinioIAMPolicyInUse: 'PolicyInUse',
  InlinePolicy: 'InlinePolicy',
  PolicyOfAws: 'PolicyOfAws',
  XMinioAdminNoSuchUser: 'NoSuchUser',
  XMinioAdminNoSuchGroup: 'NoSuchGroup',
  XMinioAdminGroupNotEmpty: 'GroupNotEmpty',
  XMinioInvalidGroupName: 'InvalidGroupName',
  XMinioIAMActionNotAllowed: 'NotAUser',
  XMinioInvalidIAMCredentials: 'NoSuchServiceAccount',
  HealthReportFailed: 'HealthReportFailed',
  XMinioHealInvalidClientToken: 'NoSuchHeal',
  XMinioHealNoSuchProcess: 'NoSuchHeal',
  XMinioHealOverlappingPaths: 'HealOverlaps',
  XMinioHealAlreadyRunning: 'HealOverlaps',
  XMinioSpeedtestInsufficientCapacity: 'SpeedTestSpace',
  XMinioSpeedtestInsufficientPermissions: 'SpeedTestBucketDenied',
  IncompleteBody: 'UploadIncomplete',
  XMinioAdminBucketQuotaExceeded: 'QuotaExceeded',
  XMinioStorageFull: 'StorageFull',
  RequestTimeTooSkewed: 'StorageClockSkew',
  NotImplemented: 'NotInThisSetup',
  XMinioAdminVersionMismatch: 'NotInThisSetup',
  XMinioServerNotInitialized: 'StorageUnreachable',
  // Of every failure of a KMS, MinIO says only what was to be done.
  'kms:KeyCreationFailed': 'KmsUnreachable',
  'kms:KeyGenerationFailed': 'KmsUnreachable',
  'kms:DecryptionFailed': 'KmsUnreachable',
  SlowDown: 'StorageTimeout',
  SlowDownRead: 'StorageTimeout',
  SlowDownWrite: 'StorageTimeout',
}

/**
 * Errors about a document that the visitor wrote. The server's message says what is wrong with it, and is passed on as the
 * detail.
 */
const WITH_SERVER_MESSAGE = new Set(['MalformedPolicy', 'XMinioMalformedIAMPolicy', 'MalformedPolicyDocument'])

/** Why the server rejected a name that passed our validation. */
const REASONS: Record<string, Text> = {
  InvalidBucketName: reasonText('refused'),
  InvalidObjectName: reasonText('refused'),
  XMinioInvalidObjectName: reasonText('refused'),
  KeyTooLongError: reasonText('tooLong'),
  PolicyInvalidName: reasonText('comma'),
  XMinioInvalidGroupName: reasonText('commaOrEquals'),
  XMinioInvalidResource: reasonText('edgeSpace'),
  XMinioInvalidResourceName: reasonText('onlyDots'),
  XMinioObjectExistsAsDirectory: reasonText('folderExists'),
  XMinioParentIsObject: reasonText('objectInPath'),
}

/** The server's own words are shown next to ours, so they are kept to what fits there. */
const MAX_WORDS = 300

/**
 * The one place where storage errors become the console's. The server's message is passed on where it is about the visitor's own
 * document, or where a refusal has a code that has no message of ours. Messages of internal errors may contain addresses.
 */
export function toAppError(error: StorageError, subject: Subject = {}): AppError {
  const options = { cause: error, detailedMessage: serverWords(error) }
  if (error.kind === 'timeout') return new AppError('StorageTimeout', {}, options)
  if (error.kind === 'unreadable') return new AppError('StorageUnreadable', {}, options)
  if (error.kind !== 'refused') return new AppError('StorageUnreachable', {}, options)
  if (LOST_KEYS.has(error.code)) return new AppError('SessionEnded', {}, options)
  const code = CODES[error.code] ?? 'StorageError'
  return new AppError(
    code,
    {
      action:
        error instanceof IamError || error instanceof GarageError
          ? error.permission
          : (subject.action ?? 'unknown action'),
      task: taskOf(subject.action ?? (error instanceof GarageError ? error.permission : '')),
      resource: resourceOf(subject),
      bucket: subject.bucket ?? '',
      key: subject.key ?? '',
      policy: subject.policy ?? '',
      user: subject.user ?? '',
      group: subject.group ?? '',
      account: subject.account ?? '',
      feature: featureOf(error, subject),
      reason: REASONS[error.code] ?? (error.code || `status ${error.status}`),
    },
    options,
  )
}

export const NO_ANSWER = { code: '', requestId: '' }

/** What the storage server calls its refusal, '' where that only follows from the status, and its number of the request. */
export function storageAnswer({ cause }: AppError): { code: string; requestId: string } {
  if (cause instanceof AppError) return storageAnswer(cause)
  if (!(cause instanceof StorageError) || cause.kind !== 'refused') return NO_ANSWER
  return { code: cause.isGuess ? '' : cause.code, requestId: cause.requestId }
}

function featureOf(error: StorageError, { feature = 'this operation' }: Subject): Text {
  const missing = error instanceof NotInIam ? (error.feature as ServerFeature) : feature
  return typeof missing === 'string' ? featureText(missing) : missing
}

/** What the visitor may read of the server's message; '' for nothing. */
function serverWords(error: StorageError): string {
  const { code, kind, status, isGuess, message } = error
  if (WITH_SERVER_MESSAGE.has(code)) return message
  if (kind !== 'refused' || isGuess || status >= 500) return ''
  // IAM says for whom and why, for example that the server only reads.
  if (!(error instanceof IamError) && (code in CODES || LOST_KEYS.has(code))) return ''
  return shortWords(message)
}

/** The words of a server in one line. */
export function shortWords(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)}…` : line
}

const AFFECTING_ALL_OBJECTS = new Set<ErrorCode>([
  'StorageUnreachable',
  'StorageTimeout',
  'OtherServerUnreachable',
  'StorageClockSkew',
  'SessionEnded',
  'NoSuchBucket',
  'NoObjectLock',
  'StorageFull',
])

/** Whether an error of one object applies to all of them, so that continuing is pointless. */
export function affectsAllObjects({ code }: AppError): boolean {
  return AFFECTING_ALL_OBJECTS.has(code)
}

/** Runs a storage call and converts its errors to AppErrors that name the subject. Other errors are rethrown. */
export async function withStorageErrors<T>(subject: Subject, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ConfigTextError) {
      const refusal = { key: error.key }
      throw new AppError('InvalidConfiguration', { reason: configReason(error) }, { cause: error, refusal })
    }
    throw error instanceof StorageError ? toAppError(error, subject) : error
  }
}

const CONFIG_REASONS = {
  lineBreak: 'configLineBreak',
  otherKey: 'configOtherKey',
  quotes: 'configQuotes',
  tooLong: 'configTooLong',
} as const

/** In English it names more than in another language. */
function configReason({ reason, key, message }: ConfigTextError): string | Text {
  return reason === 'name' ? message : { ...reasonText(CONFIG_REASONS[reason], { key }), text: message }
}

function resourceOf({ bucket, key }: Subject): string | Text {
  if (bucket === undefined) return placeText('server')
  return key === undefined || key === '' ? bucket : `${bucket}/${key}`
}
