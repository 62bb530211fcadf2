import { AppError, failureWords, type ObjectFailure } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'
import { type Subject, storageAnswer, toAppError } from './storage-errors.ts'

/** The object or version that a call concerns. */
export type ObjectSubject = Subject & { bucket: string }

/** Servers have no codes for these cases, only messages: MinIO, the engine, and AWS, which refuses "by object lock". */
export function toObjectError(error: StorageError, subject: ObjectSubject): AppError {
  const { bucket, key = '' } = subject
  const { code, message } = error
  // Before the next: versitygw's "Bucket is missing Object Lock Configuration" is about the bucket.
  if (/object ?lock ?configuration/i.test(message)) return new AppError('NoObjectLock', { bucket }, { cause: error })
  if (/WORM protected|object lock\b/i.test(message)) return new AppError('ObjectLocked', { key }, { cause: error })
  if (code === 'InvalidArgument' && /version id/i.test(message)) {
    return new AppError('NoSuchKey', { key }, { cause: error })
  }
  return toAppError(error, subject)
}

/** Runs a storage call on an object and converts its errors to AppErrors that name the subject. Other errors are rethrown. */
export async function withObjectErrors<T>(subject: ObjectSubject, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw error instanceof StorageError && error.kind === 'refused' ? toObjectError(error, subject) : asAppError(error)
  }

  function asAppError(error: unknown): unknown {
    return error instanceof StorageError ? toAppError(error, subject) : error
  }
}

/** The failure of one object, in words for the user. */
export function objectFailureOf(path: string, error: AppError): ObjectFailure {
  const { requestId } = storageAnswer(error)
  return { path, ...failureWords(error), ...(requestId !== '' && { storageRequestId: requestId }) }
}
