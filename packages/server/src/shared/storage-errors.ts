import { AppError, type ErrorCode, taskOf } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'

/** What a call was about, for the sentence that explains its refusal. */
export interface Subject {
  /** IAM action that the call needs: `s3:DeleteBucket`. */
  action?: string
  bucket?: string
  key?: string
  policy?: string
  user?: string
  group?: string
  account?: string
  /** What a server that refuses the call as a whole does not offer: `quotas`. */
  feature?: string
}

/** Keys that the storage no longer knows: the session is over, whatever the call was. */
const LOST_KEYS = new Set(['InvalidAccessKeyId', 'InvalidTokenId', 'ExpiredToken', 'InvalidToken'])

/** The storage's words for ours. What is not here becomes `StorageError` with the code as its reason. */
const CODES: Record<string, ErrorCode> = {
  AccessDenied: 'AccessDenied',
  AllAccessDisabled: 'AccessDenied',
  NoSuchBucket: 'NoSuchBucket',
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
  PolicyInvalidName: 'InvalidPolicyName',
  XMinioInvalidResource: 'InvalidPolicyName',
  XMinioInvalidResourceName: 'InvalidPolicyName',
  XMinioAdminNoSuchPolicy: 'NoSuchPolicy',
  XMinioIAMPolicyInUse: 'PolicyInUse',
  XMinioAdminNoSuchUser: 'NoSuchUser',
  XMinioAdminNoSuchGroup: 'NoSuchGroup',
  XMinioInvalidIAMCredentials: 'NoSuchServiceAccount',
  IncompleteBody: 'UploadIncomplete',
  XMinioAdminBucketQuotaExceeded: 'QuotaExceeded',
  XMinioStorageFull: 'StorageFull',
  NotImplemented: 'NotInThisSetup',
  XMinioAdminVersionMismatch: 'NotInThisSetup',
  XMinioServerNotInitialized: 'StorageUnreachable',
  SlowDown: 'StorageTimeout',
  SlowDownRead: 'StorageTimeout',
  SlowDownWrite: 'StorageTimeout',
}

/**
 * Refusals of a document that the visitor wrote. Servers say what is wrong with it, and that is told, as the detail; their
 * words are about the document and name nothing else.
 */
const WITH_SERVER_MESSAGE = new Set(['MalformedPolicy', 'XMinioMalformedIAMPolicy'])

/** Why a name that our own rules let through was refused all the same. */
const REASONS: Record<string, string> = {
  InvalidBucketName: 'the storage server refuses it',
  InvalidObjectName: 'the storage server refuses it',
  XMinioInvalidObjectName: 'the storage server refuses it',
  KeyTooLongError: 'it is too long',
  PolicyInvalidName: 'it contains a comma',
  XMinioInvalidResource: 'it starts or ends with a space',
  XMinioInvalidResourceName: 'it consists of dots',
  XMinioObjectExistsAsDirectory: 'a folder with the same name exists',
  XMinioParentIsObject: 'a part of its path is already an object',
}

/**
 * The one place where the storage's failures become the console's. The storage's own text stays here, as it may name inner
 * addresses, unless it is about what the visitor wrote.
 */
export function toAppError(error: StorageError, subject: Subject = {}): AppError {
  const options = { cause: error, ...(WITH_SERVER_MESSAGE.has(error.code) && { detailedMessage: error.message }) }
  if (error.kind === 'timeout') return new AppError('StorageTimeout', {}, options)
  if (error.kind !== 'refused') return new AppError('StorageUnreachable', {}, options)
  if (LOST_KEYS.has(error.code)) return new AppError('SessionEnded', {}, options)
  const code = CODES[error.code] ?? 'StorageError'
  return new AppError(
    code,
    {
      action: subject.action ?? 'unknown action',
      task: taskOf(subject.action ?? ''),
      resource: resourceOf(subject),
      bucket: subject.bucket ?? '',
      key: subject.key ?? '',
      policy: subject.policy ?? '',
      user: subject.user ?? '',
      group: subject.group ?? '',
      account: subject.account ?? '',
      feature: subject.feature ?? 'this operation',
      reason: REASONS[error.code] ?? (error.code || `status ${error.status}`),
    },
    options,
  )
}

const AFFECTING_ALL_OBJECTS = new Set<ErrorCode>([
  'StorageUnreachable',
  'StorageTimeout',
  'SessionEnded',
  'NoSuchBucket',
  'NoObjectLock',
  'StorageFull',
])

/** Whether what was said of one object is so for all: going on with the next would only say it again. */
export function affectsAllObjects({ code }: AppError): boolean {
  return AFFECTING_ALL_OBJECTS.has(code)
}

/** Runs a storage call; its refusal names what was asked for. Other failures pass unchanged. */
export async function withStorageErrors<T>(subject: Subject, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw error instanceof StorageError ? toAppError(error, subject) : error
  }
}

function resourceOf({ bucket, key }: Subject): string {
  if (bucket === undefined) return 'this server'
  return key === undefined || key === '' ? bucket : `${bucket}/${key}`
}
