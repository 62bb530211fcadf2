import type { Socket, SocketMessage, SocketParams, SocketQuery } from '@cooperage/contract'
import type { FastifyRequest } from 'fastify'

/** What a live view gets beside the session and its client: validated input. */
interface LiveContext<T extends Socket> {
  params: SocketParams<T>
  query: SocketQuery<T>
  request: FastifyRequest
  /**
   * Aborts when the browser disconnects, and when the session ends: then the reason is an AppError. A view may still yield a
   * final message.
   */
  signal: AbortSignal
}

/**
 * A source of messages that is independent of its transport: it ends when it is complete, throws an AppError or StorageError on
 * failure, and stops when its signal aborts.
 */
export type LiveView<T extends Socket, V extends object> = (
  context: LiveContext<T> & V,
) => AsyncIterable<SocketMessage<T>>
