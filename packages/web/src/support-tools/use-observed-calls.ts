import { type ObservedCalls, observeApiCalls, permissionError, SOCKET_CLOSE } from '@cooperage/contract'
import { useEffect, useRef, useState } from 'react'
import { listenLive } from '../shared/live/live-socket.ts'

interface State {
  status: 'idle' | 'running' | 'stopped' | 'ended' | 'failed'
  observed: ObservedCalls | undefined
  /** Why it failed; '' if nobody knows. */
  failure: string
}

/** Counts the calls of the storage server for some seconds; it ends with the page. */
export function useObservedCalls() {
  const [state, setState] = useState<State>({ status: 'idle', observed: undefined, failure: '' })
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])
  const start = (seconds: number) => {
    setState({ status: 'running', observed: undefined, failure: '' })
    end.current = listenLive(
      observeApiCalls,
      { query: { seconds } },
      {
        onMessage: (observed) => setState({ status: 'running', observed, failure: '' }),
        onEnd(code, reason) {
          end.current?.()
          const failure = reason === 'AccessDenied' ? permissionError('admin:ServerTrace') : ''
          const status = code === SOCKET_CLOSE.ended ? 'ended' : 'failed'
          setState(({ observed }) => ({ status, observed, failure }))
        },
        onUnreachable: () => setState(({ observed }) => ({ status: 'failed', observed, failure: '' })),
      },
      // Counting can't be resumed.
      () => true,
    )
  }
  const stop = () => {
    end.current?.()
    setState(({ observed }) => ({ status: 'stopped', observed, failure: '' }))
  }
  return { ...state, start, stop }
}
