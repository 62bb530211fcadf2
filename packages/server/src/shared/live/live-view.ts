import type { Socket, SocketMessage, SocketParams, SocketQuery } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import type { Session } from '../session/sealed-session.ts'

/** What a live view gets: validated input, and the storage client with the visitor's permissions. */
export interface LiveContext<T extends Socket> {
  params: SocketParams<T>
  query: SocketQuery<T>
  session: Session
  storage: StorageClient
  /**
   * Aborts when the browser disconnects, and when the session ends: then the reason is an AppError. A view may still yield a
   * final message.
   */
  signal: AbortSignal
}

/**
 * A source of messages that doesn't know its transport: it ends when it is complete, throws an AppError or StorageError on
 * failure, and stops when its signal aborts.
 */
export type LiveView<T extends Socket> = (context: LiveContext<T>) => AsyncIterable<SocketMessage<T>>
