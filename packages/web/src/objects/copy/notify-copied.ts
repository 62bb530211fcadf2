import type { JobFailure } from '../../jobs/index.ts'
import { notifyChange } from '../changes.ts'
import { notifyDeleted } from '../delete-entries.ts'
import type { CopyRequest } from './copy-work.ts'

interface Outcome {
  skipped: number
  failed: readonly JobFailure[]
  /** Includes failures that aren't listed. */
  failedCount: number
}

/** Updates the folders on screen after a copy or move. */
export function notifyCopied(request: CopyRequest, { skipped, failed, failedCount }: Outcome): void {
  const { bucket, targetBucket, units, move } = request
  notifyChange({ bucket: targetBucket, touched: units.map(({ target }) => target) })
  // Skipped objects aren't listed.
  if (move) notifyDeleted(bucket, sourcesOf(request), failed, failedCount + skipped)
}

/** The same after a stop, when the outcome isn't known yet. */
export function notifyTouched(request: CopyRequest): void {
  const { bucket, targetBucket, units, move } = request
  notifyChange({ bucket: targetBucket, touched: units.map(({ target }) => target) })
  if (move) notifyChange({ bucket, touched: sourcesOf(request) })
}

const sourcesOf = ({ units }: CopyRequest) => units.map(({ source }) => source)
