import { deleteBucket, emptyBucket, type RouteResponse } from '@cooperage/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { type Emptied, NOTHING_YET, withPart } from './emptied.ts'

type Place = RouteResponse<typeof emptyBucket>['next']

const BEGINNING: Place = { stage: 'versions', after: '' }

/**
 * - `asked`: not begun
 * - `stopped`: by hand
 * - `interrupted`: by an error
 * - `incomplete`: at the end, and some could not be deleted
 */
export type EmptyingStatus = 'asked' | 'running' | 'stopped' | 'interrupted' | 'incomplete'

/** Empties a bucket part by part, and deletes it then where that is asked for. It ends with the component. */
export function useEmptying(bucket: string, alsoDelete: boolean, onDone: () => void) {
  const [status, setStatus] = useState<EmptyingStatus>('asked')
  const [emptied, setEmptied] = useState<Emptied>(NOTHING_YET)
  const [error, setError] = useState<ApiError | null>(null)
  const place = useRef(BEGINNING)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async () => {
    const work = new AbortController()
    const { signal } = work
    running.current = work
    // From the beginning once more: what failed before is tried again.
    let sum = place.current === BEGINNING ? { ...emptied, failed: [], failedCount: 0 } : emptied
    setEmptied(sum)
    setError(null)
    setStatus('running')
    try {
      while (place.current.stage !== 'done') {
        const { stage, after } = place.current
        const part = await call(emptyBucket, { params: { bucket }, body: { name: bucket, stage, after } }, signal)
        place.current = part.next
        sum = withPart(sum, part)
        setEmptied(sum)
      }
      place.current = BEGINNING
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
