import {
  type DroppedMessage,
  SOCKET_CLOSE,
  type Socket,
  type SocketMessage,
  type SocketParams,
  type SocketQuery,
} from '@cooperage/contract'
import { basePath } from '../../navigation/base-path.ts'
import { addressOf } from '../api/address.ts'
import { type Connection, openConnection } from './live-connection.ts'

/** The delay before the next attempt; it grows while attempts fail. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** Long enough for a restart of the console, which users don't need to notice. */
const QUIET_FAILURES = 3

interface LiveListener<T extends Socket> {
  onMessage(message: SocketMessage<T>): void
  /** This number of messages was dropped, since this tab was too slow for them. */
  onDropped?(count: number): void
  onOpen?(): void
  /** The socket is closed and will be reconnected after a pause. */
  onLost?(): void
  /** The console has closed it permanently: `code` is one of SOCKET_CLOSE. */
  onEnd?(code: number, reason: string): void
  /**
   * Several connections in a row failed. `reason` is a code of the error catalogue, '' if none could be opened, for which
   * browsers don't report why: an ended session, or a console that is down.
   */
  onUnreachable?(reason: string): void
}

export interface LiveInput<T extends Socket> {
  params?: SocketParams<T>
  query?: SocketQuery<T>
}

/** The input of every connection; a function for a view that doesn't start over when it is reconnected. */
export type LiveInputs<T extends Socket> = LiveInput<T> | (() => LiveInput<T>)

/**
 * Listens to a live view until the returned function is called; reconnects automatically, except after closes that are `isFinal`,
 * and immediately when the tab becomes visible or the network returns.
 */
export function listenLive<T extends Socket>(
  socket: T,
  input: LiveInputs<T>,
  listener: LiveListener<T>,
  isFinal: (code: number, reason: string) => boolean,
): () => void {
  let current: Connection | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function connect() {
    clearTimeout(timer)
    let openedAt = Number.POSITIVE_INFINITY
    current = openConnection(urlOf(socket, typeof input === 'function' ? input() : input), {
      onOpen() {
        openedAt = performance.now()
        listener.onOpen?.()
      },
      onText(text) {
        // The type comes from the declaration that the server also uses.
        const message = JSON.parse(text) as SocketMessage<T> | DroppedMessage
        if (isDropped(message)) listener.onDropped?.(message.count)
        else listener.onMessage(message)
      },
      onClose(code, reason) {
        if (isStopped) return
        if (isFinal(code, reason)) return listener.onEnd?.(code, reason)
        if (performance.now() - openedAt > LONGEST_PAUSE_MS) failures = 0
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
        timer = setTimeout(connect, pause * (0.75 + Math.random() / 2))
        failures += 1
        listener.onLost?.()
        if (failures > QUIET_FAILURES) listener.onUnreachable?.(reason)
      },
    })
  }

  /** A laptop wakes up, or a phone returns to this tab: the next attempt doesn't have to wait. */
  function connectNow() {
    if (document.visibilityState === 'visible' && current?.isClosed() && timer !== undefined) connect()
  }

  document.addEventListener('visibilitychange', connectNow)
  window.addEventListener('online', connectNow)
  connect()
  return () => {
    isStopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', connectNow)
    window.removeEventListener('online', connectNow)
    current?.close()
  }
}

/** Outages of the storage server: a view resumes after them. */
const OUTAGES: readonly string[] = ['StorageUnreachable', 'StorageTimeout']

/** After these closes a live view is over; after others it is reconnected. */
export function isFinalClose(code: number, reason: string): boolean {
  if (code === SOCKET_CLOSE.failed) return !OUTAGES.includes(reason)
  return code === SOCKET_CLOSE.ended || code === SOCKET_CLOSE.sessionOver
}

function isDropped(message: unknown): message is DroppedMessage {
  return typeof message === 'object' && message !== null && Reflect.get(message, 'kind') === 'dropped'
}

function urlOf<T extends Socket>(socket: T, { params, query }: LiveInput<T>): URL {
  const path = addressOf(socket.path, params ?? {}, query ?? {})
  return new URL(basePath() + path.slice(1), window.location.href)
}
