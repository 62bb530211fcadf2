import { countObjects, deleteBucket, emptyBucket, type RouteResponse } from '@cooperage/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { type Progress, progressTo, Rate } from '../../shared/progress.ts'
import { type Emptied, NOTHING_YET, withPart } from './emptied.ts'

type Place = RouteResponse<typeof emptyBucket>['next']

const BEGINNING: Place = { stage: 'versions', after: '' }

/** What a bucket has, as far as it is counted: `total` once `after`, where the next call continues, is undefined. */
interface Counted {
  sum: number
  after: string | undefined
  total?: number
}

const NOT_COUNTED: Counted = { sum: 0, after: '' }

/** Without permission to count there is no total. @throws what ends the emptying too */
async function countedOn(bucket: string, before: Counted, signal: AbortSignal): Promise<Counted> {
  const { sum, after } = before
  if (after === undefined) return before
  try {
    const body = [{ path: '', recursive: true }]
    const query = { after, all_versions: true }
    const { count, next } = await call(countObjects, { params: { bucket }, query, body }, signal)
    return { sum: sum + count, after: next, ...(next === undefined && { total: sum + count }) }
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError)) throw error
    return { sum, after: undefined }
  }
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
  const counted = useRef(NOT_COUNTED)
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
    const rate = new Rate()
    const countOn = async () => {
      counted.current = await countedOn(bucket, counted.current, signal)
    }
    try {
      // What is deleted has to be counted before; listing is faster than deleting.
      await countOn()
      while (position.current.stage !== 'done') {
        const { stage, after } = position.current
        const body = { name: bucket, stage, after }
        const [part] = await Promise.all([call(emptyBucket, { params: { bucket }, body }, signal), countOn()])
        position.current = part.next
        sum = withPart(sum, part)
        setEmptied(sum)
        const settled = sum.deleted + sum.failedCount
        rate.add(settled, performance.now())
        const { total } = counted.current
        setProgress(total === undefined || settled > total ? undefined : progressTo(total, settled, rate.perSecond()))
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
    }
  }
  return { status, emptied, progress, error, run: () => void run(), stop: () => running.current?.abort() }
}
