import {
  DIAGNOSTIC_DEADLINE,
  DIAGNOSTIC_DEADLINE_MS,
  type DiagnosticMessage,
  SOCKET_CLOSE,
  watchDiagnostics,
} from '@cooperage/contract'
import { useEffect, useRef, useState } from 'react'
import { listenLive } from '../shared/live/live-socket.ts'

/** The close codes of a failure (spec object-browser-and-tools 4). */
const FAILURES: readonly number[] = [SOCKET_CLOSE.failed, SOCKET_CLOSE.notAllowed, SOCKET_CLOSE.lost]

type DiagnosticState =
  | { status: 'idle' | 'connecting' | 'canceled' }
  /** `endsBy`: milliseconds since the epoch. */
  | { status: 'inProgress'; message: DiagnosticMessage | undefined; endsBy: number }
  | { status: 'error'; reason: string }
  | { status: 'success'; message: DiagnosticMessage }

interface Events {
  onStarted: () => void
  onReady: () => void
  onError: (reason: string) => void
}

/** The creation of a health report, from its start to the complete report. */
export function useDiagnostics({ onStarted, onReady, onError }: Events) {
  const [state, setState] = useState<DiagnosticState>({ status: 'idle' })
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const start = () => {
    let last: DiagnosticMessage | undefined
    let endsBy = 0
    const fail = (reason: string) => {
      setState({ status: 'error', reason })
      onError(reason)
    }
    setState({ status: 'connecting' })
    stop.current = listenLive(
      watchDiagnostics,
      { query: { deadline: DIAGNOSTIC_DEADLINE } },
      {
        onOpen: () => {
          endsBy = Date.now() + DIAGNOSTIC_DEADLINE_MS
          setState({ status: 'inProgress', message: undefined, endsBy })
          onStarted()
        },
        onMessage: (message) => {
          last = message
          setState({ status: 'inProgress', message, endsBy })
        },
        onEnd: (code, reason) => {
          stop.current?.()
          if (FAILURES.includes(code) || last?.isComplete !== true) return fail(reason)
          setState({ status: 'success', message: last })
          onReady()
        },
        onUnreachable: () => fail(''),
      },
      // A report can't be resumed.
      () => true,
    )
  }
  const cancel = () => {
    stop.current?.()
    setState({ status: 'canceled' })
  }
  return { state, start, cancel }
}
