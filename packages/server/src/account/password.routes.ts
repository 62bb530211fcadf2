import { AppError, changePassword, reasonText } from '@cooperage/contract'
import { putUser, type StorageClient, StorageError } from '@cooperage/storage-client'
import { accountKind, startSession } from '../session/index.ts'
import type { Registry } from '../shared/feature.ts'
import { canHaveFactors } from '../shared/second-factor/factor-account.ts'
import { newSessionId } from '../shared/session/session-keeper.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { requireSecretKey } from '../users/index.ts'

export function passwordRoutes({ routes, services }: Registry): void {
  const { endpoint, accounts, loginThrottle, secondFactors } = services

  routes.withSession(changePassword, async ({ body, session, storage, request, reply, signal }) => {
    const { current_secret_key: current, new_secret_key: secretKey } = body
    requireSecretKey(secretKey)
    const kind = await withStorageErrors({}, accountKind(session, storage))
    if (kind === 'root') throw new AppError('RootPassword')
    if (kind === 'external') throw new AppError('ExternalPassword')

    const { account, revokeType } = session
    // Storage servers accept the change only if it is signed with the user's own keys, not with those of a session.
    const typed = { ...storage, endpoint, credentials: { accessKey: account, secretKey: current }, signal }
    // Someone with a stolen session must not be able to guess the password here faster than by signing in.
    const attempt = loginThrottle.begin(account, request.ip)
    if ('waitSeconds' in attempt) throw new AppError('TooManyRequests', { seconds: attempt.waitSeconds })
    try {
      await putOwnSecretKey(typed, account, secretKey)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'WrongPassword')) attempt.undecided()
      throw error
    }
    attempt.succeeded()
    accounts.forget(session)

    const id = newSessionId()
    try {
      // A new session would last longer than the one that was signed in with a factor, or without one before it was needed.
      const isAsked = canHaveFactors(session) && (await secondFactors.isNeeded(account, await secondFactors.mode()))
      if (isAsked) return { sessionId: session.id }
      await startSession(services, reply, {
        id,
        revokeType,
        typed: { accessKey: account, secretKey, way: 'accessKey' },
        signal,
      })
      return { sessionId: id }
    } catch (error) {
      if (!(error instanceof AppError || error instanceof StorageError)) throw error
      // The password is changed, and the session continues: a new one would only have lasted longer.
      request.log.warn({ err: error }, 'no new session after a change of the password')
      return { sessionId: session.id }
    }
  })
}

/** @throws AppError WrongPassword, InvalidSecretKey, RootPassword, and others of a call to the storage server */
function putOwnSecretKey(typed: StorageClient, name: string, secretKey: string): Promise<void> {
  const putting = putUser(typed, { name, secretKey, isEnabled: true })
  return withStorageErrors({ action: 'admin:CreateUser', user: name }, putting.catch(explained))
}

/** What the codes mean here; in other calls some of them are about the session's own keys. */
function explained(error: unknown): never {
  const options = { cause: error }
  switch (error instanceof StorageError && error.code) {
    case 'SignatureDoesNotMatch':
      throw new AppError('WrongPassword', {}, options)
    case 'XMinioAdminInvalidSecretKey':
      throw new AppError('InvalidSecretKey', { reason: reasonText('lengthRejected') }, options)
    case 'XMinioInvalidIAMCredentials':
      throw new AppError('RootPassword', {}, options)
    default:
      throw error
  }
}
