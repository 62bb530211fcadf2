import { randomBytes } from 'node:crypto'
import { AppError, SESSION_ENDING_MS } from '@cooperage/contract'
import type { TemporaryCredentials } from '@cooperage/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnySession, Session } from './sealed-session.ts'
import type { Sealer } from './sealer.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { SignedOutSessions } from './signed-out-sessions.ts'

/** The sessions of requests. Nothing is stored here but the ids of some sessions that were signed out. */
export interface SessionKeeper<S extends AnySession> {
  /** Rejects a request with two session cookies. @throws AppError SessionCookieTwice */
  refuseAmbiguous(request: FastifyRequest): void
  /** Whether a request says that it has a session, valid or not. */
  isIn(request: FastifyRequest): boolean
  /** The session of a request. @throws AppError NotLoggedIn without a cookie, SessionEnded if the cookie isn't valid */
  of(request: FastifyRequest): Promise<S>
  /** Seals a new session into the visitor's cookie; the request belongs to it from now on. @throws AppError SessionTooLarge */
  start(reply: FastifyReply, session: S): Promise<void>
  /** Rejects the session, and those before it, on this console until it expires, for storage that can't revoke keys. */
  refuse(session: S): Promise<void>
  /** Removes the cookie from the visitor's browser. */
  forget(reply: FastifyReply): void
}

interface SessionKeeperParts<S extends AnySession> {
  sealer: Sealer<S>
  cookie: SessionCookie
  signedOut: SignedOutSessions
  now: () => number
}

export function createSessionKeeper<S extends AnySession>({
  sealer,
  cookie,
  signedOut,
  now,
}: SessionKeeperParts<S>): SessionKeeper<S> {
  return {
    refuseAmbiguous(request) {
      if (cookie.isAmbiguous(request)) throw new AppError('SessionCookieTwice')
    },
    isIn: (request) => cookie.isIn(request),
    async of(request) {
      if (!cookie.isIn(request)) throw new AppError('NotLoggedIn')
      const sealed = cookie.read(request)
      const session = sealed === undefined ? undefined : await sealer.open(sealed)
      if (session === undefined || signedOut.has(session.revokeType)) throw new AppError('SessionEnded')
      return session
    },
    async start(reply, session) {
      cookie.set(reply, await sealer.seal(session), Math.ceil((session.endsAt - now()) / 1000))
      reply.request.session = session
    },
    refuse: (session) => signedOut.add(session.revokeType, session.endsAt),
    forget: (reply) => cookie.clear(reply),
  }
}

/** The session of a request; undefined without a valid one. */
export function findSession<S extends AnySession>(
  sessions: SessionKeeper<S>,
  request: FastifyRequest,
): Promise<S | undefined> {
  return sessions.of(request).catch((error) => {
    if (error instanceof AppError) return undefined
    throw error
  })
}

/** What a session is about, without its keys and times. */
export type SessionNames = Pick<Session, 'id' | 'revokeType' | 'account' | 'ldapUsername' | 'way' | 'provider'>

/** A new session around keys from the storage server; it ends after `sessionSeconds`, or with the keys if they expire first. */
export function newSession(
  names: SessionNames,
  keys: TemporaryCredentials,
  sessionSeconds: number,
  now: number,
): Session {
  const { accessKey, secretKey, sessionToken, expiration } = keys
  const endsAt = Math.min(now + sessionSeconds * 1000, expiration)
  return {
    ...names,
    accessKey,
    secretKey,
    sessionToken,
    endsAt,
    endingAt: endingOf(endsAt, now),
    keysEndAt: expiration,
  }
}

/** Keys and tokens may last only minutes: no session is about to end in the first half of its life. */
export function endingOf(endsAt: number, now: number): number {
  return Math.max(endsAt - SESSION_ENDING_MS, (now + endsAt) / 2)
}

export function newSessionId(): string {
  return randomBytes(16).toString('hex')
}
