import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../shared/api/api-error.ts'
import { NoArchive } from './archive.ts'

type State =
  | { status: 'idle' | 'canceled' | 'saved' }
  | { status: 'running'; began: number }
  | { status: 'failed'; error: ApiError | NoArchive }

/** A download that the page makes for minutes: it can be canceled, and ends with the page. */
export function useDownload() {
  const [state, setState] = useState<State>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  /** `download` saves the file, and nothing once its signal is aborted. */
  const start = async (download: (signal: AbortSignal) => Promise<void>) => {
    const canceling = new AbortController()
    running.current = canceling
    setState({ status: 'running', began: Date.now() })
    try {
      await download(canceling.signal)
      setState({ status: 'saved' })
    } catch (error) {
      if (canceling.signal.aborted) return
      if (error instanceof ApiError || error instanceof NoArchive) return setState({ status: 'failed', error })
      setState({ status: 'idle' })
      throw error
    }
  }
  const cancel = () => {
    running.current?.abort()
    setState({ status: 'canceled' })
  }
  return { state, start, cancel }
}
