import type { JobFailure } from '../../jobs/index.ts'
import { notifyChange } from '../changes.ts'
import { notifyDeleted } from '../delete-entries.ts'
import type { CopyRequest } from './copy-work.ts'

interface Outcome {
  skipped: number
  failed: readonly JobFailure[]
  /** With those that are not named. */
  failedCount: number
}

/** Lets the folders on screen show what has come and gone. */
export function notifyCopied(request: CopyRequest, { skipped, failed, failedCount }: Outcome): void {
  const { bucket, targetBucket, units, move } = request
  notifyChange({ bucket: targetBucket, touched: units.map(({ target }) => target) })
  // Which were left out is not told by name.
  if (move) notifyDeleted(bucket, sourcesOf(request), failed, failedCount + skipped)
}

/** The same where it rests before its end, and nobody knows yet what has come and gone. */
export function notifyTouched(request: CopyRequest): void {
  const { bucket, targetBucket, units, move } = request
  notifyChange({ bucket: targetBucket, touched: units.map(({ target }) => target) })
  if (move) notifyChange({ bucket, touched: sourcesOf(request) })
}

const sourcesOf = ({ units }: CopyRequest) => units.map(({ source }) => source)
