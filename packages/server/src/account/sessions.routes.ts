import {
  type AccountSource,
  AppError,
  type LoginWay,
  listAccountSessions,
  signOutEverywhere,
} from '@cooperage/contract'
import { listOwnTemporaryKeys, revokeAllTokens, StorageError } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

/** What manages the account of a session; storage servers don't list the keys of custom tokens. */
const SOURCES: Partial<Record<LoginWay, AccountSource>> = { ldap: 'ldap', openId: 'openId' }

export function sessionsRoutes({ routes, services }: Registry): void {
  const { accounts, sessions, socketLimiter } = services

  routes.withSession(listAccountSessions, async ({ session, storage }) => {
    const keys = await withStorageErrors(
      { action: 'admin:ListServiceAccounts', feature: 'listing sessions' },
      listOwnTemporaryKeys(storage, SOURCES[session.way] ?? 'builtIn'),
    )
    const isComplete = keys.some(({ accessKey }) => accessKey === session.accessKey)
    const own = { accessKey: session.accessKey, expiresAt: session.keysEndAt }
    const listed = (isComplete ? keys : [own, ...keys]).map(({ accessKey, expiresAt }) => ({
      accessKey,
      keysExpireAt: new Date(expiresAt ?? 0).toISOString(),
      isCurrent: accessKey === session.accessKey,
    }))
    // MinIO lists them in any order.
    const order = ({ keysExpireAt, accessKey }: (typeof listed)[number]) => `${keysExpireAt} ${accessKey}`
    return { sessions: listed.toSorted((a, b) => (order(a) < order(b) ? 1 : -1)), isComplete }
  })

  routes.withSession(signOutEverywhere, async ({ session, storage, reply }) => {
    await withStorageErrors({ feature: 'ending sessions' }, revokeAllTokens(storage).catch(explained))
    sessions.forget(reply)
    accounts.forget(session)
    // After the response: the tab that signs out leaves on its own, and the others are notified.
    reply.raw.once('close', () => socketLimiter.signOutEverywhere(session, new AppError('SessionEnded')))
  })
}

function explained(error: unknown): never {
  const isUnsupported = error instanceof StorageError && error.code === 'XMinioAdminVersionMismatch'
  throw isUnsupported ? new AppError('SignOutUnsupported', {}, { cause: error }) : error
}
