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

/** The delay before the next attempt; it grows while attempts fail. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** Long enough for a restart of the console, which nobody needs to notice. */
const QUIET_FAILURES = 3
/** nginx closes connections that are silent for 60 s; the specification requires a keep-alive every 10 s. */
const KEEP_ALIVE_MS = 10_000

export interface LiveListener<T extends Socket> {
  onMessage(message: SocketMessage<T>): void
  /** This number of messages was dropped, since this tab was too slow for them. */
  onDropped?(count: number): void
  onOpen?(): void
  /** The socket is closed and will be reconnected after a pause. */
  onLost?(): void
  /** The console has closed it for good: `code` is one of SOCKET_CLOSE. */
  onEnd?(code: number, reason: string): void
  /**
   * The socket can't be opened, after several attempts. Browsers don't report why: an ended session, a console that is down, or
   * a proxy without WebSocket support.
   */
  onSilence(): void
}

export interface LiveInput<T extends Socket> {
  params?: SocketParams<T>
  query?: SocketQuery<T>
}

/** The input of every connection; a function for a view that doesn't start over when it is reconnected. */
export type LiveInputs<T extends Socket> = LiveInput<T> | (() => LiveInput<T>)

/**
 * Listens to a live view until the returned function is called; reconnects by itself, except after the `final` close codes, and
 * at once when the tab becomes visible or the network returns.
 */
export function listenLive<T extends Socket>(
  socket: T,
  input: LiveInputs<T>,
  listener: LiveListener<T>,
  final: readonly number[],
): () => void {
  let current: WebSocket | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function connect() {
    clearTimeout(timer)
    const opened = new WebSocket(socketUrl(socket, typeof input === 'function' ? input() : input))
    current = opened
    let keepAlive: ReturnType<typeof setInterval> | undefined
    let openedAt = Number.POSITIVE_INFINITY
    opened.onopen = () => {
      openedAt = performance.now()
      opened.send('ok')
      keepAlive = setInterval(() => {
        // A closing socket accepts nothing more, and browsers log an error for the attempt.
        if (opened.readyState === WebSocket.OPEN) opened.send('ok')
      }, KEEP_ALIVE_MS)
      listener.onOpen?.()
    }
    opened.onmessage = ({ data }) => {
      if (isStopped) return
      // The type comes from the declaration that the server also uses.
      const message = JSON.parse(data) as SocketMessage<T> | DroppedMessage
      if (isDropped(message)) listener.onDropped?.(message.count)
      else listener.onMessage(message)
    }
    opened.onclose = ({ code, reason }) => {
      clearInterval(keepAlive)
      if (isStopped) return
      if (final.includes(code)) return listener.onEnd?.(code, reason)
      if (performance.now() - openedAt > LONGEST_PAUSE_MS) failures = 0
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
      timer = setTimeout(connect, pause * (0.75 + Math.random() / 2))
      failures += 1
      listener.onLost?.()
      if (failures > QUIET_FAILURES) listener.onSilence()
    }
  }

  /** A laptop wakes up, or a phone returns to this tab: the next attempt need not wait. */
  function connectNow() {
    const isClosed = current?.readyState === WebSocket.CLOSED
    if (document.visibilityState === 'visible' && isClosed && timer !== undefined) connect()
  }

  document.addEventListener('visibilitychange', connectNow)
  window.addEventListener('online', connectNow)
  connect()
  return () => {
    isStopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', connectNow)
    window.removeEventListener('online', connectNow)
    // Browsers log an error for a socket that is closed before it was open.
    if (current?.readyState === WebSocket.CONNECTING) current.onopen = () => current?.close()
    else current?.close()
  }
}

/** After these codes a live view is over; after others it may be reconnected. */
export const FINAL_CLOSES: readonly number[] = [SOCKET_CLOSE.ended, SOCKET_CLOSE.failed, SOCKET_CLOSE.sessionOver]

function isDropped(message: unknown): message is DroppedMessage {
  return typeof message === 'object' && message !== null && Reflect.get(message, 'kind') === 'dropped'
}

function socketUrl<T extends Socket>(socket: T, { params, query }: LiveInput<T>): string {
  const path = addressOf(socket.path, params ?? {}, query ?? {})
  const url = new URL(basePath() + path.slice(1), window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}
