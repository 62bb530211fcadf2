import type { Socket, SocketMessage } from '@cooperage/contract'
import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { isFinalClose, type LiveInputs, listenLive } from './live-socket.ts'
import { IDLE, type LiveState, nextLiveState } from './live-state.ts'

/** Until then a connection may be one that the console closes immediately, because the storage server is down. */
const STEADY_MS = 2_000

export interface LiveView<T extends Socket> extends LiveState {
  /** Starts, or restarts with other input; resets dropped messages and failures. */
  start: (input: LiveInputs<T>) => void
  stop: () => void
}

/**
 * A live view of a page: trace, logs, watch. It reconnects automatically, and ends when the page unmounts. Each message is passed
 * to `onMessage`, which has to limit how many the page keeps.
 */
export function useLiveView<T extends Socket>(socket: T, onMessage: (message: SocketMessage<T>) => void): LiveView<T> {
  const [state, dispatch] = useReducer(nextLiveState, IDLE)
  const take = useEffectEvent(onMessage)
  const handOver = useRef<(message: SocketMessage<T>) => void>(undefined)
  const running = useRef<() => void>(undefined)
  const steady = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    handOver.current = (message) => take(message)
    return () => {
      handOver.current = undefined
      clearTimeout(steady.current)
      running.current?.()
      running.current = undefined
    }
  }, [])

  const stop = useCallback(() => {
    running.current?.()
    running.current = undefined
    dispatch({ kind: 'stop' })
  }, [])
  const start = useCallback(
    (input: LiveInputs<T>) => {
      clearTimeout(steady.current)
      running.current?.()
      dispatch({ kind: 'start' })
      running.current = listenLive(
        socket,
        input,
        {
          onMessage: (message) => handOver.current?.(message),
          onDropped: (count) => dispatch({ kind: 'dropped', count }),
          onOpen: () => {
            const since = Date.now()
            dispatch({ kind: 'open' })
            clearTimeout(steady.current)
            steady.current = setTimeout(() => dispatch({ kind: 'steady', since }), STEADY_MS)
          },
          onLost: () => {
            clearTimeout(steady.current)
            dispatch({ kind: 'lost', at: Date.now() })
          },
          onEnd: (code, reason) => dispatch({ kind: 'end', code, reason }),
          onUnreachable: (reason) => dispatch({ kind: 'silence', reason }),
        },
        isFinalClose,
      )
    },
    [socket],
  )
  return { ...state, start, stop }
}
