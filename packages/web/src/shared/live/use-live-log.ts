import type { Socket, SocketMessage } from '@cooperage/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { LiveLog, type Logged } from './live-log.ts'
import type { LiveInput } from './live-socket.ts'
import { useLiveView } from './use-live-view.ts'

/** How often new messages are drawn: a busy server sends hundreds in a second. */
const DRAW_MS = 250

/** A live view and the log of its messages. While it is paused, messages are still received, and drawn when it is resumed. */
export function useLiveLog<T extends Socket>(socket: T) {
  type Message = SocketMessage<T> & object
  const log = useRef(new LiveLog<Message>())
  const [received, setReceived] = useState(0)
  const [pausedAt, setPausedAt] = useState<number>()
  const view = useLiveView(socket, (message) => log.current.add(message as Message))
  const isRunning = view.status === 'running'
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setReceived(log.current.received), DRAW_MS)
    return () => {
      clearInterval(timer)
      setReceived(log.current.received)
    }
  }, [isRunning])

  const upTo = pausedAt ?? received
  const messages = useMemo<readonly Logged<Message>[]>(() => log.current.newest(upTo), [upTo])
  const clear = () => {
    log.current.clear()
    setReceived(0)
    setPausedAt(undefined)
  }
  return {
    ...view,
    isRunning,
    messages,
    received,
    isPaused: pausedAt !== undefined,
    /** Messages that were received since the pause. */
    waiting: pausedAt === undefined ? 0 : received - pausedAt,
    togglePause: () => setPausedAt(pausedAt === undefined ? log.current.received : undefined),
    clear,
    start: (input: LiveInput<T>) => {
      clear()
      view.start(input)
    },
  }
}
