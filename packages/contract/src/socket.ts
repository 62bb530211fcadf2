import * as z from 'zod/mini'
import type { AuditKind, Schema } from './route.ts'

/** Maximum size of a frame that a socket accepts from a browser, in bytes. */
export const SOCKET_FRAME_LIMIT = 64 * 1024

/**
 * Close codes of the console. They alone decide what a page does next: after `sessionOver` it signs out, after `ended` it is
 * done, after any other code it may reconnect.
 */
export const SOCKET_CLOSE = {
  /** The view is complete. */
  ended: 1000,
  /** The console is shutting down. */
  goingAway: 1001,
  /** A text frame that isn't valid UTF-8. */
  notText: 1007,
  /** A binary frame, or too many frames. */
  notAllowed: 1008,
  /** A frame larger than SOCKET_FRAME_LIMIT. */
  tooLarge: 1009,
  /** The connection broke; never sent. */
  lost: 1006,
  /** The view failed; the reason is a code of the error catalogue. */
  failed: 1011,
  /** The session has expired or lost its permissions; the reason is a code of the error catalogue. */
  sessionOver: 4401,
} as const

/** The event of an event stream that represents the close of a socket: `{ code, reason }`. */
export const EVENT_STREAM_CLOSE = 'close'

/** Replaces messages that were dropped because the browser read too slowly. */
export const droppedMessage = z.object({ kind: z.literal('dropped'), count: z.number() })
export type DroppedMessage = z.infer<typeof droppedMessage>

/**
 * One live view of the console, declared once like a call: the server serves it, the web app connects to it, and the OpenAPI
 * document lists it. Messages are JSON text frames. Browsers send only keep-alives, whose content is ignored.
 */
export interface Socket<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  M extends Schema = Schema,
> {
  /** Stable name: `session.watch`. */
  id: string
  /** Starts with /ws/ (spec object-browser-and-tools 7); `:name` parameters as in calls. */
  path: string
  /** One sentence for the API reference. */
  summary: string
  params: P
  query: Q
  message: M
  /** What opening the view is in the console's audit trail. */
  audit: AuditKind | 'none'
}

type Parsed<S> = S extends Schema ? z.infer<S> : undefined

/** Declares a live view. A session is always needed, and the audit trail doesn't record it by default. */
// @__NO_SIDE_EFFECTS__
export function socket<
  M extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
>(
  declared: Pick<Socket, 'id' | 'path' | 'summary'> &
    Partial<Pick<Socket, 'audit'>> & { message: M; params?: P; query?: Q },
): Socket<P, Q, M> {
  return { audit: 'none', ...declared, params: declared.params as P, query: declared.query as Q }
}

export type SocketParams<T extends Socket> = Parsed<T['params']>
export type SocketQuery<T extends Socket> = Parsed<T['query']>
/** The messages of the view; browsers may also receive a DroppedMessage. */
export type SocketMessage<T extends Socket> = Parsed<T['message']>
