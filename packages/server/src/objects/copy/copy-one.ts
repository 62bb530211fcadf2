import { AppError } from '@cooperage/contract'
import { type CopySource, deleteObject, headObject, type StorageClient, StorageError } from '@cooperage/storage-client'
import { aboutObject } from '../../shared/object-refusals.ts'
import { type CopyTarget, copyWhole } from './copy-whole.ts'

export interface CopyOne {
  source: CopySource
  target: CopyTarget
  /** Deletes the source once the copy is there. */
  move: boolean
  overwrite: boolean
  size?: number
}

/** Returns the new version, '' where there are none. @throws AppError ObjectExists, and what the storage says */
export async function copyOne(storage: StorageClient, asked: CopyOne): Promise<string> {
  const { source, target, move, overwrite, size } = asked
  if (!overwrite && (await isThere(storage, target))) throw new AppError('ObjectExists', { key: target.key })
  const version = await copyWhole(storage, source, { ...target, ...(size !== undefined && { size }) })
  if (move) {
    const subject = { action: 's3:DeleteObject', bucket: source.bucket, key: source.key }
    await aboutObject(subject, deleteObject(storage, source.bucket, source.key))
  }
  return version
}

/** MinIO knows no condition on the target of a copy, so between this look and the copy somebody may be faster. */
async function isThere(storage: StorageClient, { bucket, key }: CopyTarget): Promise<boolean> {
  try {
    await headObject(storage, bucket, key)
    return true
  } catch (error) {
    if (error instanceof StorageError && error.code === 'NoSuchKey') return false
    if (!(error instanceof StorageError)) throw error
    return await aboutObject({ action: 's3:GetObject', bucket, key }, Promise.reject(error))
  }
}
