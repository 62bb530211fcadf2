import { AppError, detailText } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'

/** A policy that the storage server stores and can't return. */
export class UnreadablePolicy extends AppError {}

/** MinIO accepts a policy with NotAction but can't return it, neither alone nor in the list of all. */
export async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    if (!(cause instanceof StorageError) || cause.code !== 'InternalError') throw cause
    const detailedMessage = detailText('policyNotAction')
    throw new UnreadablePolicy('StorageError', { reason: cause.code }, { cause, detailedMessage })
  }
}
