import type { FastifyRequest } from 'fastify'
import type { AnySession } from './sealed-session.ts'

/** How handlers act for a visitor: `Client` is what they get to act with, such as a storage client with the visitor's keys. */
export interface Visits<S extends AnySession, Client extends object> {
  /** The session of a request. @throws AppError NotLoggedIn, SessionEnded */
  sessionOf(request: FastifyRequest): Promise<S>
  clientOf(session: S, signal: AbortSignal, request: FastifyRequest): Client
  /** The error to return for a failure, with the reason that isn't visible from one call alone. */
  explain(error: unknown, session: S, client: Client): Promise<unknown>
}

/** What handlers get in addition for calls with a session. */
export type Visit<S extends AnySession, Client extends object> = { session: S } & Client
