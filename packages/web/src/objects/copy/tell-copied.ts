import type { JobFailure } from '../../jobs/index.ts'
import { tellChange } from '../changes.ts'
import { tellDeleted } from '../delete-entries.ts'
import type { CopyWish } from './copy-work.ts'

interface Outcome {
  skipped: number
  failed: readonly JobFailure[]
  /** With those that are not named. */
  failedCount: number
}

/** Lets the folders on screen show what has come and gone. */
export function tellCopied(wish: CopyWish, { skipped, failed, failedCount }: Outcome): void {
  const { bucket, targetBucket, units, move } = wish
  tellChange({ bucket: targetBucket, touched: units.map(({ target }) => target) })
  // Which were left out is not told by name.
  if (move) tellDeleted(bucket, sourcesOf(wish), failed, failedCount + skipped)
}

/** The same where it rests before its end, and nobody knows yet what has come and gone. */
export function tellTouched(wish: CopyWish): void {
  const { bucket, targetBucket, units, move } = wish
  tellChange({ bucket: targetBucket, touched: units.map(({ target }) => target) })
  if (move) tellChange({ bucket, touched: sourcesOf(wish) })
}

const sourcesOf = ({ units }: CopyWish) => units.map(({ source }) => source)
