import { AppError } from '@cooperage/contract'
import { affectsAllObjects } from './storage-errors.ts'

/** How long a call in parts works, so that progress shows. */
export const PART_MS = 2_000

/**
 * Whether a part that has done something tells that instead of what ended it: the following call begins where this one
 * ended, and meets again what lasts.
 */
export function isRetriedByNextCall(error: unknown, signal: AbortSignal): error is AppError {
  return !signal.aborted && error instanceof AppError && affectsAllObjects(error)
}
