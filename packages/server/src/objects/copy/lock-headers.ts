import { AppError } from '@cooperage/contract'
import {
  type CopySource,
  getObjectLegalHold,
  getObjectLock,
  getObjectRetention,
  type StorageClient,
} from '@cooperage/storage-client'
import { withObjectErrors } from '../../shared/object-errors.ts'

type Headers = Record<string, string>

const HOLD = 'x-amz-object-lock-legal-hold'
const MODE = 'x-amz-object-lock-mode'
const UNTIL = 'x-amz-object-lock-retain-until-date'

/**
 * The lock of a version, for the version that a change of metadata replaces it with. The headers of an object include it only
 * with permission to read it, so it is requested separately.
 * @throws AppError AccessDenied if it can't be read
 */
export async function lockHeaders(storage: StorageClient, source: CopySource, head: Headers): Promise<Headers> {
  const { bucket, key } = source
  const versionId = source.versionId ?? head['x-amz-version-id']
  // Only versions are locked.
  if (versionId === undefined) return {}
  const read = <T>(action: string, call: Promise<T>) => withObjectErrors({ action, bucket, key }, call)
  try {
    const isHeld = await read('s3:GetObjectLegalHold', getObjectLegalHold(storage, bucket, key, { versionId }))
    const kept = await read('s3:GetObjectRetention', getObjectRetention(storage, bucket, key, { versionId }))
    return {
      ...(isHeld && { [HOLD]: 'ON' }),
      // An expired retention keeps nothing, and no server accepts it.
      ...(kept && kept.until > Date.now() && { [MODE]: kept.mode, [UNTIL]: new Date(kept.until).toISOString() }),
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'NoObjectLock') return {}
    if (!(error instanceof AppError) || error.code !== 'AccessDenied' || (await canBeLocked(storage, bucket)))
      throw error
    return {}
  }
}

/** The permissions that these headers need in addition to writing. */
export function lockActions(headers: Headers): string[] {
  return [
    ...(headers[MODE] === undefined ? [] : ['s3:PutObjectRetention']),
    ...(headers[HOLD] === undefined ? [] : ['s3:PutObjectLegalHold']),
  ]
}

/** Whether the bucket has object locking, if the visitor may read that. */
async function canBeLocked(storage: StorageClient, bucket: string): Promise<boolean> {
  try {
    return (await withObjectErrors({ bucket }, getObjectLock(storage, bucket))) !== undefined
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'AccessDenied') throw error
    return true
  }
}
