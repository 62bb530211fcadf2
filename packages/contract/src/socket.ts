import * as z from 'zod/mini'
import type { Schema } from './route.ts'

/** Bytes of one frame that a socket takes from a browser. */
export const SOCKET_FRAME_LIMIT = 64 * 1024

/**
 * Why the console ends a socket. What a page does next depends on nothing else: after `sessionOver` it signs out, after
 * `ended` it is done, otherwise it may connect again.
 */
export const SOCKET_CLOSE = {
  /** All has been told. */
  ended: 1000,
  /** The console is being stopped. */
  goingAway: 1001,
  /** Text that is no UTF-8. */
  notText: 1007,
  /** A binary frame, or more frames than a page has reason to send. */
  notAllowed: 1008,
  /** A frame beyond SOCKET_FRAME_LIMIT. */
  tooLarge: 1009,
  /** What the view is about failed; the reason is a code of the error catalogue. */
  failed: 1011,
  /** The session has ended or lost its rights; the reason is a code of the error catalogue. */
  sessionOver: 4401,
} as const

/** Stands where messages were left out because the browser did not take them as fast as they came. */
export const droppedMessage = z.object({ kind: z.literal('dropped'), count: z.number() })
export type DroppedMessage = z.infer<typeof droppedMessage>

/**
 * One live view of the console, declared once as calls are: the server answers it, the web listens to it, the API document
 * lists it. Messages are JSON in text frames. A browser has nothing to say but keep-alives, whose content does not matter.
 */
export interface Socket<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  M extends Schema = Schema,
> {
  /** Stable name: `session.watch`. */
  id: string
  /** Begins with /ws/ (spec object-browser-and-tools 7); `:name` parameters as in calls. */
  path: string
  /** One sentence for the API reference. */
  summary: string
  params: P
  query: Q
  message: M
}

type Parsed<S> = S extends Schema ? z.infer<S> : undefined

/** Declares a live view. A session is always needed. */
export function socket<
  M extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
>(declared: Pick<Socket, 'id' | 'path' | 'summary'> & { message: M; params?: P; query?: Q }): Socket<P, Q, M> {
  return { ...declared, params: declared.params as P, query: declared.query as Q }
}

export type SocketParams<T extends Socket> = Parsed<T['params']>
export type SocketQuery<T extends Socket> = Parsed<T['query']>
/** What the view itself tells; beside it a browser may see a DroppedMessage. */
export type SocketMessage<T extends Socket> = Parsed<T['message']>
