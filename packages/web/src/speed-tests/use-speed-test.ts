import {
  listSpeedTests,
  runSpeedTest,
  SOCKET_CLOSE,
  type SocketQuery,
  type SpeedMeasured,
  type SpeedRun,
} from '@cooperage/contract'
import { useEffect, useRef, useState } from 'react'
import { useInvalidate } from '../shared/api/use-api.ts'
import { listenLive } from '../shared/live/live-socket.ts'

/** What was reached at a time, in seconds since the epoch. */
interface Sample {
  time: number
  write: number | null
  read: number | null
}

/** What a run has measured so far. What it measured before it was canceled or failed is still worth seeing. */
interface Progress {
  began: number
  measured: SpeedMeasured | null
  samples: readonly Sample[]
}

type State =
  | { status: 'idle' }
  | ({ status: 'running' | 'canceled' } & Progress)
  | ({ status: 'failed'; reason: string } & Progress)
  | { status: 'ended'; run: SpeedRun; isKept: boolean }

/** A run of a speed test, which ends with the page. */
export function useSpeedTest() {
  const [state, setState] = useState<State>({ status: 'idle' })
  const stop = useRef<() => void>(undefined)
  const invalidate = useInvalidate()
  useEffect(() => () => stop.current?.(), [])

  const isRunning = state.status === 'running'
  useEffect(() => {
    if (!isRunning) return undefined
    const confirm = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirm)
    return () => window.removeEventListener('beforeunload', confirm)
  }, [isRunning])

  const start = (query: SocketQuery<typeof runSpeedTest>) => {
    const samples: Sample[] = []
    const places: SpeedMeasured['places'] = []
    const began = Date.now()
    let ended: { run: SpeedRun; isKept: boolean } | undefined
    const fail = (reason: string) =>
      setState((now) => (now.status === 'running' ? { ...now, status: 'failed', reason } : now))
    setState({ status: 'running', began, measured: null, samples })
    stop.current = listenLive(
      runSpeedTest,
      { query },
      {
        onMessage({ started, at, measured, run, isKept }) {
          if (run !== null) ended = { run, isKept }
          else if (measured !== null) {
            samples.push({ time: Date.parse(started) / 1000 + at, write: measured.write, read: measured.read })
            places.push(...measured.places)
            const whole = query.kind === 'drive' ? { ...measured, places: [...places] } : measured
            setState({ status: 'running', began, measured: whole, samples: [...samples] })
          }
        },
        onEnd(code, reason) {
          stop.current?.()
          if (code !== SOCKET_CLOSE.ended) return fail(reason)
          // Messages are dropped for a slow browser: the list has the run that the last one had.
          setState(ended ? { status: 'ended', ...ended } : { status: 'idle' })
          void invalidate(listSpeedTests)
        },
        onUnreachable: () => fail(''),
      },
      // A test can't be resumed.
      () => true,
    )
  }
  const cancel = () => {
    stop.current?.()
    setState((now) => (now.status === 'running' ? { ...now, status: 'canceled' } : now))
  }
  return { state, start, cancel }
}
