import type { StorageClient, StorageEndpoint, Visitor } from '@cooperage/storage-client'
import type { Credentials } from '@cooperage/wire'
import type { FastifyReply } from 'fastify'
import type { KeptKeys } from './kept-keys.ts'
import { RenewedSessions } from './renewed-sessions.ts'
import type { Session } from './sealed-session.ts'
import type { SessionKeeper } from './session-keeper.ts'

/** The sessions of a storage server's console: they have keys, which can be replaced by newer ones. */
export interface StorageSessions extends SessionKeeper<Session> {
  /** The storage client with the session's permissions. A request that outlives the keys continues with those of a newer session. */
  storage(session: Session, visitor: Visitor | undefined, signal: AbortSignal): StorageClient
  /**
   * Replaces the session by a newer one of the same visitor, which `make` returns; concurrent requests of several tabs share it.
   * @throws what `make` throws, and AppError SessionTooLarge
   */
  renew(reply: FastifyReply, session: Session, make: () => Promise<Session>): Promise<void>
  /** Waits until the session isn't being renewed, and drops newer sessions and kept keys: temporary keys are revoked next. */
  settle(session: Session): Promise<void>
}

/** Keys that expire sooner than this aren't used for a further request to the storage server. */
const LAST_USE_MS = 10_000

export function createStorageSessions(
  keeper: SessionKeeper<Session>,
  endpoint: StorageEndpoint,
  keptKeys: KeptKeys,
  now: () => number,
): StorageSessions {
  const renewed = new RenewedSessions<Session>(now, ({ keysEndAt }) => keysEndAt)
  const start = async (reply: FastifyReply, session: Session) => {
    if (session.keepsKeys) await keptKeys.keep(session)
    await keeper.start(reply, session.keepsKeys ? { ...session, accessKey: '', secretKey: '' } : session)
    renewed.add(session)
  }
  return {
    ...keeper,
    async of(request) {
      const session = await keeper.of(request)
      return session.keepsKeys ? { ...session, ...(await keptKeys.of(session)) } : session
    },
    start,
    storage: (session, visitor, signal) => ({ endpoint, credentials: keysOf(session), visitor, signal }),
    async renew(reply, session, make) {
      await start(reply, await renewed.renew(session, make))
    },
    async settle(session) {
      await renewed.settle(session)
      if (session.keepsKeys) await keptKeys.forget(session)
    },
  }

  /** The keys for the next request of a session: its own, and shortly before they expire those of a newer session. */
  function keysOf(session: Session): Credentials {
    const { accessKey, secretKey, keepsKeys } = session
    if (keepsKeys) return { accessKey, secretKey }
    const current = () => (session.keysEndAt - now() > LAST_USE_MS ? session : renewed.newest(session))
    return {
      get accessKey() {
        return current().accessKey
      },
      get secretKey() {
        return current().secretKey
      },
      get sessionToken() {
        return current().sessionToken
      },
    }
  }
}
