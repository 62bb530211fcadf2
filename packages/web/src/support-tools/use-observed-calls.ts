import { type ObservedCalls, observeApiCalls, SOCKET_CLOSE } from '@cooperage/contract'
import { useEffect, useRef, useState } from 'react'
import { listenLive } from '../shared/live/live-socket.ts'

interface State {
  status: 'idle' | 'running' | 'stopped' | 'ended' | 'failed'
  observed: ObservedCalls | undefined
  /** Why it failed: a code of the error catalog, '' for the connection to the console. */
  failure: string
}

/** How counting ended, by the close of its socket. After the session, the page is over too. */
export function endOf(code: number, reason: string): Pick<State, 'status' | 'failure'> {
  if (code === SOCKET_CLOSE.failed) return { status: 'failed', failure: reason }
  if (code === SOCKET_CLOSE.ended) return { status: 'ended', failure: '' }
  return { status: code === SOCKET_CLOSE.sessionOver ? 'stopped' : 'failed', failure: '' }
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
          setState(({ observed }) => ({ observed, ...endOf(code, reason) }))
        },
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
