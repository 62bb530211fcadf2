import type { JobProgress, JobState, PastJobState } from '@cooperage/contract'
import type { Tone } from '../shared/StateMark.tsx'

const TONES: Readonly<Record<JobState | PastJobState, Tone>> = {
  waiting: 'muted',
  running: 'warn',
  complete: 'good',
  failed: 'bad',
  canceled: 'muted',
  unknown: 'muted',
}

/** How many objects and delete markers a job failed on. */
export const failuresOf = ({ failed, failedDeleteMarkers }: JobProgress) => failed + failedDeleteMarkers

export const isOpenJob = ({ state }: JobProgress) => state === 'waiting' || state === 'running'

/** Servers answer for a job that they have forgotten, or that was canceled. */
export const isForgotten = (error: { code: string } | null) => error?.code === 'NoSuchBatchJob'

/** A list of more jobs costs the console and the servers more. */
const MANY_JOBS = 20

/** How often a list of so many jobs is loaded while one of them is running. */
export const refreshMsOf = (jobs: number) => (jobs > MANY_JOBS ? 5_000 : 3_000)

/** A job that is complete may have failed on some objects. */
export function toneOf(progress: JobProgress, state: JobState | PastJobState = progress.state): Tone {
  return state === 'complete' && failuresOf(progress) > 0 ? 'warn' : TONES[state]
}

export interface Pace {
  elapsedSeconds: number
  /** Objects and delete markers in a second. */
  rate: number
  /** Bytes in a second; undefined for a job that copies nothing. */
  byteRate: number | undefined
  /** undefined if it isn't known how many objects there are. */
  leftSeconds: number | undefined
}

/** How fast a job is, undefined before its first object. `total`: objects in its bucket, null if it may match only some. */
export function paceOf(startedAt: string, progress: JobProgress, total: number | null): Pace | undefined {
  const elapsedMs = Date.parse(progress.updatedAt) - Date.parse(startedAt)
  const done = progress.objects + progress.deleteMarkers + failuresOf(progress)
  if (!(elapsedMs > 0) || done === 0) return undefined
  const rate = (done * 1000) / elapsedMs
  return {
    elapsedSeconds: Math.round(elapsedMs / 1000),
    rate,
    byteRate: progress.bytes === null ? undefined : (progress.bytes * 1000) / elapsedMs,
    // Versions count as objects for a job, but not for the bucket: then nothing is known.
    leftSeconds: total !== null && total >= done && isOpenJob(progress) ? Math.ceil((total - done) / rate) : undefined,
  }
}
