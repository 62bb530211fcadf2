import { type StorageClient, type StorageEndpoint, StorageError, type Visitor } from '@cooperage/storage-client'
import type { Credentials } from '@cooperage/wire'
import type { FastifyReply } from 'fastify'
import type { KeptKeys, Keys } from './kept-keys.ts'
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
  /**
   * Waits until the session isn't being renewed, and drops newer sessions and kept keys, which it returns: temporary keys are
   * revoked next.
   */
  settle(session: Session): Promise<Keys[]>
  /** The kept keys of a session, or of one that replaced it; undefined once the visitor has signed out. */
  keptKeysOf(session: Pick<Session, 'revokeType'>): Promise<Keys | undefined>
}

/** What the cookie has of a session whose keys are kept. */
function withoutKeys({ garageToken: _, ...session }: Session): Session {
  return { ...session, accessKey: '', secretKey: '' }
}

/** For a token of Garage whose scope can't create a key. Nothing is sent unsigned, or with a key that nobody has. */
const NO_KEY: Credentials = {
  get accessKey(): string {
    throw new StorageError('refused', 'The session has no key', { code: 'AccessDenied', status: 403 })
  },
  get secretKey(): string {
    return this.accessKey
  },
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
    await keeper.start(reply, session.keepsKeys ? withoutKeys(session) : session)
    renewed.add(session)
  }
  return {
    ...keeper,
    async of(request) {
      const session = await keeper.of(request)
      return session.keepsKeys ? { ...session, ...(await keptKeys.of(session)) } : session
    },
    start,
    storage: (session, visitor, signal) => {
      const { garageToken: token, accessKey } = session
      const garage = token === undefined ? {} : { garage: { token, hasKey: accessKey !== '' } }
      return { endpoint, credentials: keysOf(session), ...garage, visitor, signal }
    },
    async renew(reply, session, make) {
      await start(reply, await renewed.renew(session, make))
    },
    keptKeysOf: (session) => keptKeys.newest(session),
    async settle(session) {
      await renewed.settle(session)
      return session.keepsKeys ? await keptKeys.forget(session) : []
    },
  }

  /** The keys for the next request of a session: its own, and shortly before they expire those of a newer session. */
  function keysOf(session: Session): Credentials {
    const { accessKey, secretKey, keepsKeys } = session
    if (keepsKeys) return accessKey === '' ? NO_KEY : { accessKey, secretKey }
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
