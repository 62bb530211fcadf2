import { AppError } from '@cooperage/contract'
import { affectsAllObjects } from './storage-errors.ts'

/** How long one call of a batched operation runs, so that progress shows. */
export const PART_MS = 2_000

/**
 * Whether a call that made progress returns that instead of the error that stopped it: the next call resumes there and meets
 * the error again if it persists.
 */
export function isRetriedByNextCall(error: unknown, signal: AbortSignal): error is AppError {
  return !signal.aborted && error instanceof AppError && affectsAllObjects(error)
}
