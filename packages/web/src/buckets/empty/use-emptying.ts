import { countObjects, deleteBucket, emptyBucket, type RouteResponse } from '@cooperage/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { MeasuredProgress } from '../../shared/measured-progress.ts'
import type { Progress } from '../../shared/progress.ts'
import { type Emptied, NOTHING_YET, withPart } from './emptied.ts'

type Place = RouteResponse<typeof emptyBucket>['next']

const BEGINNING: Place = { stage: 'versions', after: '' }

/** Counts what a bucket has, beside the deletion. */
function measured(bucket: string): MeasuredProgress {
  return new MeasuredProgress({
    async count(after, signal) {
      const body = [{ path: '', recursive: true }]
      const query = { after, all_versions: true }
      const { count, next } = await call(countObjects, { params: { bucket }, query, body }, signal)
      return { done: count, next }
    },
  })
}

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
  const [progress, setProgress] = useState<Progress>()
  const position = useRef(BEGINNING)
  const measure = useRef<MeasuredProgress>(undefined)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async () => {
    const work = new AbortController()
    const { signal } = work
    running.current = work
    const measuring = measure.current ?? measured(bucket)
    measure.current = measuring
    if (status === 'incomplete') measuring.retry()
    // From the beginning: earlier failures are retried.
    let sum = position.current === BEGINNING ? { ...emptied, failed: [], failedCount: 0 } : emptied
    setEmptied(sum)
    setError(null)
    setStatus('running')
    const counting = new AbortController()
    try {
      await measuring.begin(sum.deleted + sum.failedCount, AbortSignal.any([signal, counting.signal]))
      while (position.current.stage !== 'done') {
        const { stage, after } = position.current
        const body = { name: bucket, stage, after }
        const part = await call(emptyBucket, { params: { bucket }, body }, signal)
        position.current = part.next
        sum = withPart(sum, part)
        setEmptied(sum)
        setProgress(measuring.at(sum.deleted + sum.failedCount))
      }
      position.current = BEGINNING
      setProgress(undefined)
      if (sum.failedCount > 0) return setStatus('incomplete')
      if (alsoDelete) await call(deleteBucket, { params: { bucket }, body: { name: bucket } }, signal)
      onDone()
    } catch (failure) {
      if (signal.aborted) return setStatus('stopped')
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
      setStatus('interrupted')
    } finally {
      counting.abort()
    }
  }
  return { status, emptied, progress, error, run: () => void run(), stop: () => running.current?.abort() }
}
