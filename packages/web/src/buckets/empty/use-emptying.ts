import { deleteBucket, emptyBucket, type RouteResponse } from '@cooperage/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { type Emptied, NOTHING_YET, withPart } from './emptied.ts'

type Place = RouteResponse<typeof emptyBucket>['next']

const BEGINNING: Place = { stage: 'versions', after: '' }

/**
 * - `confirming`: not started
 * - `stopped`: by the user
 * - `interrupted`: by an error
 * - `incomplete`: at the end, with failures
 */
export type EmptyingStatus = 'confirming' | 'running' | 'stopped' | 'interrupted' | 'incomplete'

/** Empties a bucket call by call, and then deletes it if requested. Stops when the component unmounts. */
export function useEmptying(bucket: string, alsoDelete: boolean, onDone: () => void) {
  const [status, setStatus] = useState<EmptyingStatus>('confirming')
  const [emptied, setEmptied] = useState<Emptied>(NOTHING_YET)
  const [error, setError] = useState<ApiError | null>(null)
  const position = useRef(BEGINNING)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async () => {
    const work = new AbortController()
    const { signal } = work
    running.current = work
    // From the beginning: earlier failures are retried.
    let sum = position.current === BEGINNING ? { ...emptied, failed: [], failedCount: 0 } : emptied
    setEmptied(sum)
    setError(null)
    setStatus('running')
    try {
      while (position.current.stage !== 'done') {
        const { stage, after } = position.current
        const part = await call(emptyBucket, { params: { bucket }, body: { name: bucket, stage, after } }, signal)
        position.current = part.next
        sum = withPart(sum, part)
        setEmptied(sum)
      }
      position.current = BEGINNING
      if (sum.failedCount > 0) return setStatus('incomplete')
      if (alsoDelete) await call(deleteBucket, { params: { bucket }, body: { name: bucket } }, signal)
      onDone()
    } catch (failure) {
      if (signal.aborted) return setStatus('stopped')
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
      setStatus('interrupted')
    }
  }
  return { status, emptied, error, run: () => void run(), stop: () => running.current?.abort() }
}
