import type { Socket, SocketMessage, SocketParams, SocketQuery } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import type { Session } from '../session/sealed-session.ts'

/** What a live view gets: input that was parsed by the contract's schemas, and the storage with the visitor's own rights. */
export interface LiveContext<T extends Socket> {
  params: SocketParams<T>
  query: SocketQuery<T>
  session: Session
  storage: StorageClient
  /**
   * Aborts when nobody watches any more, and when the session ends: then the reason is an AppError. A view that has
   * something to say about its end may still yield it.
   */
  signal: AbortSignal
}

/**
 * Something that goes on telling, written without knowing how it is carried: it ends when all is told, throws an AppError
 * or a StorageError when it cannot go on, and stops by itself once its signal is aborted.
 */
export type LiveView<T extends Socket> = (context: LiveContext<T>) => AsyncIterable<SocketMessage<T>>
