import type { JobBatch, JobFailure } from '../jobs/index.ts'
import { type Entry, isFolder } from './entry.ts'

/** Maximum number of entries per call; the contract's limit. */
const CALL_LIMIT = 10_000

interface Path {
  path: string
  recursive: boolean
}

/** Rows for failures, without duplicates: several versions of one key may have failed. */
export function rowsOfFailed(failed: readonly JobFailure[]): Pick<Entry, 'key'>[] {
  return [...new Set(failed.map(({ path }) => path))].map((key) => ({ key }))
}

/**
 * Work on rows of a folder, with a call that accepts some thousands and runs for some seconds. `after` is the number of rows
 * that earlier calls have finished, and where the call for the next ones continues: `10000:…`.
 */
export function inBatches(
  entries: readonly Pick<Entry, 'key'>[],
  part: (paths: Path[], after: string, signal: AbortSignal) => Promise<JobBatch>,
) {
  return async (after: string, signal: AbortSignal): Promise<JobBatch> => {
    const at = Number.parseInt(after || '0', 10)
    const rest = after.slice(after.indexOf(':') + 1)
    const paths = entries.slice(at, at + CALL_LIMIT).map(({ key }) => ({ path: key, recursive: isFolder({ key }) }))
    const { next, ...counts } = await part(paths, rest, signal)
    const isMore = at + CALL_LIMIT < entries.length
    return { ...counts, next: next !== undefined ? `${at}:${next}` : isMore ? `${at + CALL_LIMIT}:` : undefined }
  }
}
