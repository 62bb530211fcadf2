import { AppError, type ExistingTarget, numberedName, objectNameProblem } from '@cooperage/contract'
import { headObject, type StorageClient, StorageError } from '@cooperage/storage-client'
import { withObjectErrors } from '../../shared/object-errors.ts'

/** Numbers to try before giving up on a name. */
const MAX_NUMBER = 100

interface Wanted {
  bucket: string
  key: string
}

/**
 * The key of the copy; undefined if the object is to be skipped.
 * @throws AppError ObjectExists
 */
export async function freeKey(
  storage: StorageClient,
  wanted: Wanted,
  existing: ExistingTarget,
): Promise<string | undefined> {
  const { bucket, key } = wanted
  if (existing === 'overwrite' || !(await isThere(storage, wanted))) return key
  if (existing === 'skip') return undefined
  // A numbered folder name would not apply to the objects in the folder.
  const isNumbered = existing === 'keep_both' && !key.endsWith('/')
  for (let number = 1; isNumbered && number <= MAX_NUMBER; number++) {
    const candidate = numberedName(key, number)
    const reason = objectNameProblem(candidate)
    if (reason !== undefined) throw new AppError('InvalidObjectName', { reason })
    if (!(await isThere(storage, { bucket, key: candidate }))) return candidate
  }
  throw new AppError('ObjectExists', { key })
}

/** MinIO has no condition on the target of a copy, so another client may create it between this check and the copy. */
export async function isThere(storage: StorageClient, { bucket, key }: Wanted): Promise<boolean> {
  try {
    await headObject(storage, bucket, key)
    return true
  } catch (error) {
    if (error instanceof StorageError && error.code === 'NoSuchKey') return false
    if (!(error instanceof StorageError)) throw error
    return await withObjectErrors({ action: 's3:GetObject', bucket, key }, Promise.reject(error))
  }
}
