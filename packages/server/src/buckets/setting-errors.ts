import { AppError, type ErrorCode } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'
import { type Subject, withStorageErrors } from '../shared/storage-errors.ts'

/**
 * Refusals of a setting in the words of servers, which say what is wrong with it and are told as the detail: they are about
 * the setting and name nothing else. Elsewhere the same codes mean other things.
 */
const CODES: Record<string, ErrorCode> = {
  InvalidBucketState: 'SettingConflict',
  IllegalVersioningConfigurationException: 'SettingRefused',
  InvalidArgument: 'SettingRefused',
  InvalidRequest: 'SettingRefused',
  MalformedXML: 'SettingRefused',
  XMinioAdminInvalidArgument: 'SettingRefused',
}

/** What a setting's call is about; a server that does not have the setting is said to lack `feature`. */
export type SettingSubject = Required<Pick<Subject, 'action' | 'bucket' | 'feature'>>

/** Runs a storage call that reads or writes a setting of a bucket; its refusal says what stands against it. */
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
