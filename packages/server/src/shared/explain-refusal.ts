import { AppError } from '@cooperage/contract'
import { type StorageClient, StorageError } from '@cooperage/storage-client'
import type { Services } from './services.ts'
import type { Session } from './session/sealed-session.ts'

/**
 * The error to return: an account that was disabled or lost its policy is denied every call, so it gets that reason once and
 * is signed out instead of seeing permission errors everywhere. Other errors are returned unchanged.
 */
export async function explainRefusal(
  error: unknown,
  { accounts }: Services,
  session: Session,
  storage: StorageClient,
): Promise<unknown> {
  const isDenied = (error instanceof AppError || error instanceof StorageError) && error.code === 'AccessDenied'
  if (!isDenied) return error
  try {
    const { hasPolicy } = await accounts.of(session, storage)
    return hasPolicy ? error : new AppError('NoPolicy', {}, { cause: error })
  } catch (failure) {
    return failure
  }
}
