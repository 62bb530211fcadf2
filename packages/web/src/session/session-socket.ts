import { type SessionEvent, SOCKET_CLOSE, watchSession } from '@cooperage/contract'
import { listenLive } from '../shared/live/live-socket.ts'

interface SessionListener {
  onEvent(event: SessionEvent): void
  /** No connection was made after several attempts: the session has ended, or the console is down. */
  onUnreachable(): void
}

/** Listens to the session until the returned function is called, or until the session is over. */
export function listenToSession({ onEvent, onUnreachable }: SessionListener): () => void {
  return listenLive(
    watchSession,
    {},
    { onMessage: onEvent, onUnreachable },
    (code) => code === SOCKET_CLOSE.sessionOver,
  )
}
