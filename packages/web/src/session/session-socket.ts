import { type SessionEvent, SOCKET_CLOSE, watchSession } from '@cooperage/contract'
import { listenLive } from '../shared/live/live-socket.ts'

export interface SessionListener {
  onNews(news: SessionEvent): void
  /** No socket gets through after several attempts: an ended session, a console that is down, or a proxy without WebSockets. */
  onSilence(): void
}

/** Listens to the session until the returned function is called, or until the session is over. */
export function listenToSession({ onNews, onSilence }: SessionListener): () => void {
  return listenLive(watchSession, {}, { onMessage: onNews, onSilence }, [SOCKET_CLOSE.sessionOver])
}
