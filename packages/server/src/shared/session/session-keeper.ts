import { randomBytes } from 'node:crypto'
import { AppError } from '@cooperage/contract'
import type { StorageClient, StorageEndpoint } from '@cooperage/storage-client'
import type { TemporaryCredentials } from '@cooperage/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session, SessionSealer } from './sealed-session.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { SignedOutSessions } from './signed-out-sessions.ts'

/** The sessions of requests. Nothing is stored here but the ids of some sessions that were signed out. */
export interface SessionKeeper {
  /** Rejects a request with two session cookies. @throws AppError SessionCookieTwice */
  refuseAmbiguous(request: FastifyRequest): void
  /** The session of a request. @throws AppError NotLoggedIn without a cookie, SessionEnded if the cookie isn't valid */
  of(request: FastifyRequest): Promise<Session>
  /** The storage client with the session's permissions. */
  storage(session: Session, signal: AbortSignal): StorageClient
  /** Seals new keys into the visitor's cookie. */
  start(reply: FastifyReply, session: Session): Promise<void>
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
  return {
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
    storage: (session, signal) => ({ endpoint, credentials: session, signal }),
    async start(reply, session) {
      cookie.set(reply, await sealer.seal(session), Math.ceil((session.endsAt - now()) / 1000))
    },
    refuse: (session) => signedOut.add(session.revokeType, session.endsAt),
    forget: (reply) => cookie.clear(reply),
  }
}

/** A new session around keys from the storage server; it ends after `sessionSeconds`, or with the keys if they expire first. */
export function newSession(
  names: Pick<Session, 'id' | 'revokeType' | 'account' | 'provider'>,
  keys: TemporaryCredentials,
  sessionSeconds: number,
  now: number,
): Session {
  const { accessKey, secretKey, sessionToken, expiration } = keys
  const endsAt = Math.min(now + sessionSeconds * 1000, expiration)
  return { ...names, accessKey, secretKey, sessionToken, endsAt, keysEndAt: expiration }
}

export function newSessionId(): string {
  return randomBytes(16).toString('hex')
}
