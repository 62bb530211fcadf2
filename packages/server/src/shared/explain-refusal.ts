import { AppError } from '@cooperage/contract'
import { type StorageClient, StorageError } from '@cooperage/storage-client'
import type { Services } from './services.ts'
import type { Session } from './session/sealed-session.ts'

/**
 * The error to answer with: an account that was disabled or lost its policy is refused everything, call by call; it is told so
 * once and signed out, instead of being shown what it may not do. Other errors come back unchanged.
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
