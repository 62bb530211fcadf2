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
 * What keeps a version, for the one that a change of metadata puts in its place. The headers of an object say it only to
 * who may read it, so it is asked for.
 * @throws AppError AccessDenied where it cannot be known
 */
export async function lockHeaders(storage: StorageClient, source: CopySource, head: Headers): Promise<Headers> {
  const { bucket, key } = source
  const versionId = source.versionId ?? head['x-amz-version-id']
  // Only versions are locked.
  if (versionId === undefined) return {}
  const asked = <T>(action: string, call: Promise<T>) => withObjectErrors({ action, bucket, key }, call)
  try {
    const isHeld = await asked('s3:GetObjectLegalHold', getObjectLegalHold(storage, bucket, key, { versionId }))
    const kept = await asked('s3:GetObjectRetention', getObjectRetention(storage, bucket, key, { versionId }))
    return {
      ...(isHeld && { [HOLD]: 'ON' }),
      // A retention that is over keeps nothing, and no server takes it.
      ...(kept && kept.until > Date.now() && { [MODE]: kept.mode, [UNTIL]: new Date(kept.until).toISOString() }),
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'NoObjectLock') return {}
    if (!(error instanceof AppError) || error.code !== 'AccessDenied' || (await canBeLocked(storage, bucket)))
      throw error
    return {}
  }
}

/** What writing these headers needs beside the right to write. */
export function lockActions(headers: Headers): string[] {
  return [
    ...(headers[MODE] === undefined ? [] : ['s3:PutObjectRetention']),
    ...(headers[HOLD] === undefined ? [] : ['s3:PutObjectLegalHold']),
  ]
}

/** Whether objects of a bucket may be locked, as far as the visitor may know. */
async function canBeLocked(storage: StorageClient, bucket: string): Promise<boolean> {
  try {
    return (await withObjectErrors({ bucket }, getObjectLock(storage, bucket))) !== undefined
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'AccessDenied') throw error
    return true
  }
}
