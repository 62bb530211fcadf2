import { type SessionEvent, SOCKET_CLOSE, watchSession } from '@cooperage/contract'
import { listenLive } from '../shared/live/live-socket.ts'

export interface SessionListener {
  onNews(news: SessionEvent): void
  /** No connection was made after several attempts: the session has ended, or the console is down. */
  onSilence(): void
}

/** Listens to the session until the returned function is called, or until the session is over. */
export function listenToSession({ onNews, onSilence }: SessionListener): () => void {
  return listenLive(watchSession, {}, { onMessage: onNews, onSilence }, (code) => code === SOCKET_CLOSE.sessionOver)
}
