import { AppError, featureText } from '@cooperage/contract'
import { type StorageClient, StorageError, takesUsersFromLdap } from '@cooperage/storage-client'
import type { Services } from './services.ts'
import type { Session } from './session/sealed-session.ts'

/**
 * The error to return, with the reason that isn't visible from one call alone. Other errors are returned unchanged.
 * - An account that was disabled or lost its policy is denied every call, so it is signed out with that reason instead of seeing
 *   permission errors everywhere.
 * - A server that takes its users from LDAP refuses to change users and groups in the words of other errors.
 */
export async function explainRefusal(
  error: unknown,
  { accounts }: Services,
  session: Session,
  storage: StorageClient,
): Promise<unknown> {
  if (isDenied(error)) {
    try {
      const { hasPolicy } = await accounts.of(session, storage)
      return hasPolicy ? error : new AppError('NoPolicy', {}, { cause: error })
    } catch (failure) {
      return failure
    }
  }
  if (!isFromServerWithLdap(error) || !(await takesUsersFromLdap(storage))) return error
  const feature = featureText('built-in users and groups, because it takes its users from LDAP')
  const detailedMessage = error instanceof AppError ? (error.detail ?? error.detailedMessage) : ''
  return new AppError('NotInThisSetup', { feature }, { cause: error, detailedMessage })
}

function isDenied(error: unknown): boolean {
  return (error instanceof AppError || error instanceof StorageError) && error.code === 'AccessDenied'
}

/** How a server with LDAP refuses calls about built-in users and groups. Others do so too, for other reasons. */
function isFromServerWithLdap(error: unknown): boolean {
  if (error instanceof AppError) return isFromServerWithLdap(error.cause)
  if (!(error instanceof StorageError)) return false
  if (error.code === 'InternalError') return /\bDNs?\b/.test(error.message)
  return error.code === 'XMinioIAMActionNotAllowed' || error.code === 'XMinioAdminNoSuchUser'
}
