import type { JobBatch, JobFailure } from '../jobs/index.ts'
import { type Entry, isFolder } from './entry.ts'

/** Entries of one call at most; the contract's limit. */
const CALL_LIMIT = 10_000

interface Path {
  path: string
  recursive: boolean
}

/** Rows for what failed, each once: of one key several versions may have. */
export function rowsOfFailed(failed: readonly JobFailure[]): Pick<Entry, 'key'>[] {
  return [...new Set(failed.map(({ path }) => path))].map((key) => ({ key }))
}

/**
 * Work on rows of a folder, by a call that takes some thousands and works for some seconds. `after` of the work says how
 * many rows the calls before have dealt with, and where the call goes on that deals with the next: `10000:…`.
 */
export function inBatches(
  entries: readonly Pick<Entry, 'key'>[],
  part: (paths: Path[], after: string, signal: AbortSignal) => Promise<JobBatch>,
) {
  return async (after: string, signal: AbortSignal): Promise<JobBatch> => {
    const at = Number.parseInt(after || '0', 10)
    const rest = after.slice(after.indexOf(':') + 1)
    const paths = entries.slice(at, at + CALL_LIMIT).map(({ key }) => ({ path: key, recursive: isFolder({ key }) }))
    const { next, ...told } = await part(paths, rest, signal)
    const isMore = at + CALL_LIMIT < entries.length
    return { ...told, next: next !== undefined ? `${at}:${next}` : isMore ? `${at + CALL_LIMIT}:` : undefined }
  }
}
