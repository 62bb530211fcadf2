import { type DroppedMessage, type SessionNews, SOCKET_CLOSE, watchSession } from '@cooperage/contract'
import { basePath } from '../shared/base-path.ts'

/** How long to wait before the next attempt; it grows while none succeeds. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** A console that is started anew is back by then, and nobody needs to hear of it. */
const QUIET_FAILURES = 3
/** nginx closes what is silent for 60 s; the specification asks for a sign of life every 10 s. */
const KEEP_ALIVE_MS = 10_000

export interface SessionListener {
  onNews(news: SessionNews): void
  /**
   * The socket cannot be opened, after several attempts. Browsers do not tell why: a lost session, a console that is down,
   * or a proxy that knows no sockets.
   */
  onSilence(): void
}

/** Listens to the session until the function it answers is called; connects again by itself. */
export function listenToSession({ onNews, onSilence }: SessionListener): () => void {
  let socket: WebSocket | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function connect() {
    clearTimeout(timer)
    const current = new WebSocket(socketUrl(watchSession.path))
    socket = current
    let keepAlive: ReturnType<typeof setInterval> | undefined
    let openedAt = Number.POSITIVE_INFINITY
    current.onopen = () => {
      openedAt = performance.now()
      current.send('ok')
      keepAlive = setInterval(() => {
        // One that is closing takes nothing more, and browsers report the attempt as an error.
        if (current.readyState === WebSocket.OPEN) current.send('ok')
      }, KEEP_ALIVE_MS)
    }
    current.onmessage = ({ data }) => {
      const message = JSON.parse(data) as SessionNews | DroppedMessage
      if (message.kind !== 'dropped') onNews(message)
    }
    current.onclose = ({ code }) => {
      clearInterval(keepAlive)
      if (isStopped || code === SOCKET_CLOSE.sessionOver) return
      if (performance.now() - openedAt > LONGEST_PAUSE_MS) failures = 0
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
      timer = setTimeout(connect, pause * (0.75 + Math.random() / 2))
      failures += 1
      if (failures > QUIET_FAILURES) onSilence()
    }
  }

  /** A laptop that wakes up, a phone that comes back to this tab: the next attempt need not wait. */
  function connectNow() {
    const isClosed = socket?.readyState === WebSocket.CLOSED
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
    // Browsers report a socket that is closed before it was open as an error.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket?.close()
    else socket?.close()
  }
}

function socketUrl(path: string): string {
  const url = new URL(basePath() + path.slice(1), window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}
