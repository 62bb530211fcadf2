import type { JobFailure } from '../../jobs/index.ts'
import { tellChange } from '../changes.ts'
import { isGoneAfter } from '../delete-entries.ts'
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
  if (!move) return
  const keys = units.map(({ source }) => source)
  // Which were left out is not told by name.
  const isKnown = skipped === 0 && failedCount === failed.length
  tellChange({ bucket, ...(isKnown ? { isGone: isGoneAfter(keys, failed) } : { touched: keys }) })
}
