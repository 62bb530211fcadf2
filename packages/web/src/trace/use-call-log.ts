import { watchTrace } from '@cooperage/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLiveView } from '../shared/live/use-live-view.ts'
import { CallLog, type LoggedCall } from './call-log.ts'

/** How often new calls are drawn: a busy server answers hundreds in a second. */
const DRAW_MS = 250

/** A trace and its log. While it is paused, calls are still received, and drawn when it is resumed. */
export function useCallLog() {
  const log = useRef(new CallLog())
  const [received, setReceived] = useState(0)
  const [pausedAt, setPausedAt] = useState<number>()
  const view = useLiveView(watchTrace, (call) => log.current.add(call))
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
  const calls = useMemo<readonly LoggedCall[]>(() => log.current.newest(upTo), [upTo])
  const clear = () => {
    log.current.clear()
    setReceived(0)
    setPausedAt(undefined)
  }
  return {
    ...view,
    isRunning,
    calls,
    received,
    isPaused: pausedAt !== undefined,
    /** Calls that were received since the pause. */
    waiting: pausedAt === undefined ? 0 : received - pausedAt,
    togglePause: () => setPausedAt(pausedAt === undefined ? log.current.received : undefined),
    clear,
    start: (input: Parameters<typeof view.start>[0]) => {
      clear()
      view.start(input)
    },
  }
}
