import { AppError } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'

/** MinIO takes a policy with NotAction and cannot write it out, neither alone nor in the list of all. */
export async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    if (!(cause instanceof StorageError) || cause.code !== 'InternalError') throw cause
    const detailedMessage =
      'MinIO fails in this way over a policy with NotAction, and over every list with it. Delete that policy by its name.'
    throw new AppError('StorageError', { reason: cause.code }, { cause, detailedMessage })
  }
}
