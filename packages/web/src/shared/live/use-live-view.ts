import type { Socket, SocketMessage } from '@cooperage/contract'
import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { FINAL_CLOSES, type LiveInput, listenLive } from './live-socket.ts'
import { IDLE, type LiveState, nextLiveState } from './live-state.ts'

export interface LiveView<T extends Socket> extends LiveState {
  /** Begins, or begins anew with other input; what was dropped and failed before is forgotten. */
  start: (input: LiveInput<T>) => void
  stop: () => void
}

/**
 * One live view of a page: trace, logs, watch. It is connected again by itself after a break, and ends with the page. Each
 * message is handed to `onMessage`, which keeps what the page shows and bounds it.
 */
export function useLiveView<T extends Socket>(socket: T, onMessage: (message: SocketMessage<T>) => void): LiveView<T> {
  const [state, tell] = useReducer(nextLiveState, IDLE)
  const take = useEffectEvent(onMessage)
  const handOver = useRef<(message: SocketMessage<T>) => void>(undefined)
  const running = useRef<() => void>(undefined)
  useEffect(() => {
    handOver.current = (message) => take(message)
    return () => {
      handOver.current = undefined
      running.current?.()
      running.current = undefined
    }
  }, [])

  const stop = useCallback(() => {
    running.current?.()
    running.current = undefined
    tell({ kind: 'stop' })
  }, [])
  const start = useCallback(
    (input: LiveInput<T>) => {
      running.current?.()
      tell({ kind: 'start' })
      running.current = listenLive(
        socket,
        input,
        {
          onMessage: (message) => handOver.current?.(message),
          onDropped: (count) => tell({ kind: 'dropped', count }),
          onOpen: () => tell({ kind: 'open' }),
          onLost: () => tell({ kind: 'lost' }),
          onEnd: (code, reason) => tell({ kind: 'end', code, reason }),
          onSilence: () => {
            running.current?.()
            running.current = undefined
            tell({ kind: 'silence' })
          },
        },
        FINAL_CLOSES,
      )
    },
    [socket],
  )
  return { ...state, start, stop }
}
