import { AppError, type ErrorCode } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'
import { type Subject, withStorageErrors } from '../shared/storage-errors.ts'

/**
 * Errors whose message explains what is wrong with the setting, and is therefore passed on as the detail. The same codes
 * mean other things in other calls.
 */
const CODES: Record<string, ErrorCode> = {
  InvalidBucketState: 'SettingConflict',
  IllegalVersioningConfigurationException: 'SettingRefused',
  InvalidArgument: 'SettingRefused',
  InvalidRequest: 'SettingRefused',
  MalformedXML: 'SettingRefused',
  XMinioAdminInvalidArgument: 'SettingRefused',
}

/** The subject of a setting's call; `feature` names what a server without the setting doesn't support. */
type SettingSubject = Required<Pick<Subject, 'action' | 'bucket' | 'feature'>>

/** Runs a storage call that reads or writes a bucket setting, and explains why the server refused it. */
export function withSettingErrors<T>(subject: SettingSubject, call: Promise<T>): Promise<T> {
  return withStorageErrors(subject, explained(subject.bucket, call))
}

async function explained<T>(bucket: string, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const code = error instanceof StorageError ? CODES[error.code] : undefined
    if (code === undefined || !(error instanceof StorageError)) throw error
    throw new AppError(code, { bucket }, { cause: error, detailedMessage: error.message })
  }
}
