import { randomBytes } from 'node:crypto'
import { AppError, SESSION_ENDING_MS } from '@cooperage/contract'
import type { StorageClient, StorageEndpoint } from '@cooperage/storage-client'
import type { TemporaryCredentials } from '@cooperage/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RenewedSessions } from './renewed-sessions.ts'
import type { Session, SessionSealer } from './sealed-session.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { SignedOutSessions } from './signed-out-sessions.ts'

/** The sessions of requests. Nothing is stored here but the ids of some sessions that were signed out. */
export interface SessionKeeper {
  /** Rejects a request with two session cookies. @throws AppError SessionCookieTwice */
  refuseAmbiguous(request: FastifyRequest): void
  /** The session of a request. @throws AppError NotLoggedIn without a cookie, SessionEnded if the cookie isn't valid */
  of(request: FastifyRequest): Promise<Session>
  /** The storage client with the session's permissions. A request that outlives the keys continues with those of a newer session. */
  storage(session: Session, signal: AbortSignal): StorageClient
  /** Seals new keys into the visitor's cookie. */
  start(reply: FastifyReply, session: Session): Promise<void>
  /**
   * Replaces the session by a newer one of the same visitor, which `make` returns; tabs that ask at the same time share it.
   * @returns false if `make` returned undefined
   */
  renew(reply: FastifyReply, session: Session, make: () => Promise<Session | undefined>): Promise<boolean>
  /** Waits until the session isn't being renewed, and forgets newer sessions: their keys are revoked next. */
  settle(session: Session): Promise<void>
  /** Rejects the session, and those before it, on this console until it expires, for storage that can't revoke keys. */
  refuse(session: Session): Promise<void>
  /** Removes the cookie from the visitor's browser. */
  forget(reply: FastifyReply): void
}

export interface SessionKeeperParts {
  sealer: SessionSealer
  cookie: SessionCookie
  signedOut: SignedOutSessions
  endpoint: StorageEndpoint
  now: () => number
}

export function createSessionKeeper({ sealer, cookie, signedOut, endpoint, now }: SessionKeeperParts): SessionKeeper {
  const renewed = new RenewedSessions(now)
  const start = async (reply: FastifyReply, session: Session) => {
    renewed.add(session)
    cookie.set(reply, await sealer.seal(session), Math.ceil((session.endsAt - now()) / 1000))
  }
  return {
    start,
    refuseAmbiguous(request) {
      if (cookie.isAmbiguous(request)) throw new AppError('SessionCookieTwice')
    },
    async of(request) {
      if (!cookie.isIn(request)) throw new AppError('NotLoggedIn')
      const sealed = cookie.read(request)
      const session = sealed === undefined ? undefined : await sealer.open(sealed)
      if (session === undefined || signedOut.has(session.revokeType)) throw new AppError('SessionEnded')
      return session
    },
    storage: (session, signal) => ({ endpoint, credentials: renewed.keysOf(session), signal }),
    async renew(reply, session, make) {
      const newer = await renewed.renew(session, make)
      if (newer !== undefined) await start(reply, newer)
      return newer !== undefined
    },
    settle: (session) => renewed.settle(session),
    refuse: (session) => signedOut.add(session.revokeType, session.endsAt),
    forget: (reply) => cookie.clear(reply),
  }
}

/** What a session is about, without its keys and times. */
export type SessionNames = Pick<Session, 'id' | 'revokeType' | 'account' | 'way' | 'provider'>

/** A new session around keys from the storage server; it ends after `sessionSeconds`, or with the keys if they expire first. */
export function newSession(
  names: SessionNames,
  keys: TemporaryCredentials,
  sessionSeconds: number,
  now: number,
): Session {
  const { accessKey, secretKey, sessionToken, expiration } = keys
  const endsAt = Math.min(now + sessionSeconds * 1000, expiration)
  // Keys may last only minutes: no session is about to end in the first half of its life.
  const endingAt = Math.max(endsAt - SESSION_ENDING_MS, (now + endsAt) / 2)
  return { ...names, accessKey, secretKey, sessionToken, endsAt, endingAt, keysEndAt: expiration }
}

export function newSessionId(): string {
  return randomBytes(16).toString('hex')
}
