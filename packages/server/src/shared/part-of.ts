import { AppError, failureWords, type Unread } from '@cooperage/contract'

/** Errors that affect one part of a response only. An outage or an ended session affects the whole. */
const PARTIAL = new Set([
  'AccessDenied',
  'NoObjectLock',
  'NotInThisSetup',
  'StorageError',
  'StorageUnreadable',
  'NoSuchBucket',
  'NoSuchKey',
  'NoSuchPolicy',
  'SettingRefused',
])

/** A part of a response, or why it can't be read, which is reported in its place. */
export async function partOf<T>(part: Promise<T>): Promise<[T | undefined, Unread]> {
  try {
    return [await part, null]
  } catch (error) {
    if (!(error instanceof AppError) || !PARTIAL.has(error.code)) throw error
    return [undefined, { code: error.code, ...failureWords(error) }]
  }
}
