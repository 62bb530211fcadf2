import { countObjects } from '@cooperage/contract'
import type { NewJob } from '../jobs/index.ts'
import { call } from '../shared/api/call.ts'
import { type Entry, isFolder } from './entry.ts'
import { inBatches } from './in-batches.ts'

/** Each single object of which all versions are counted takes a request of its own. */
const SINGLE_LIMIT = 200

/**
 * How many objects, or versions with delete markers, a job on rows of a folder is about: what is in folders has to be counted, and
 * all versions of anything.
 */
export function amountOf(
  bucket: string,
  rows: readonly Pick<Entry, 'key'>[],
  allVersions = false,
): Pick<NewJob, 'total' | 'count'> {
  const single = rows.filter((row) => !isFolder(row)).length
  if (!allVersions && single === rows.length) return { total: rows.length }
  if (allVersions && single > SINGLE_LIMIT) return {}
  return {
    count: inBatches(rows, async (body, after, signal) => {
      const query = { after, all_versions: allVersions }
      const { count, next } = await call(countObjects, { params: { bucket }, query, body }, signal)
      return { done: count, failed: [], alsoFailed: 0, next }
    }),
  }
}
