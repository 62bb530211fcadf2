import { abortUpload, type IncompleteUpload } from '@cooperage/contract'
import { type JobBatch, type JobFailure, runInParallel } from '../../jobs/index.ts'
import { ApiError, isOfTheWhole } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'

/** Aborted in one part of the work, a few at a time. */
const PART = 20
const AT_ONCE = 3

/** Aborts uploads part by part; `after` is the number of those that have been dealt with. */
export function abortionOf(bucket: string, uploads: readonly IncompleteUpload[]) {
  return async (after: string, signal: AbortSignal): Promise<JobBatch> => {
    const at = Number.parseInt(after || '0', 10)
    const failed: JobFailure[] = []
    let done = 0
    await runInParallel(uploads.slice(at, at + PART), AT_ONCE, signal, async ({ name, upload_id }) => {
      try {
        await call(abortUpload, { params: { bucket }, query: { prefix: name, upload_id } }, signal)
        done += 1
      } catch (error) {
        // What concerns all of them ends the part, which is begun again: an upload that is gone is aborted too.
        if (!(error instanceof ApiError) || isOfTheWhole(error)) throw error
        failed.push({ path: name, message: error.message })
      }
    })
    // What a stop left out is not dealt with.
    signal.throwIfAborted()
    return { done, failed, alsoFailed: 0, next: at + PART < uploads.length ? String(at + PART) : undefined }
  }
}
