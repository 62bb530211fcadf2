import { abortUpload, type IncompleteUpload } from '@cooperage/contract'
import { type JobBatch, type JobFailure, runInParallel } from '../../jobs/index.ts'
import { ApiError, isOfTheWhole } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'

/** Uploads aborted per step, a few at a time. */
const PART = 20
const AT_ONCE = 3

/** Aborts uploads step by step; `after` is the number of those that are finished. */
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
        // An error that affects all of them ends the step, which is repeated: a missing upload counts as aborted.
        if (!(error instanceof ApiError) || isOfTheWhole(error)) throw error
        failed.push({ path: name, message: error.message })
      }
    })
    // Uploads skipped by a stop aren't finished.
    signal.throwIfAborted()
    return { done, failed, alsoFailed: 0, next: at + PART < uploads.length ? String(at + PART) : undefined }
  }
}
