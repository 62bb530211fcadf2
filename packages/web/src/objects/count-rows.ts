import { countObjects } from '@cooperage/contract'
import type { NewJob } from '../jobs/index.ts'
import { call } from '../shared/api/call.ts'
import { type Entry, isFolder } from './entry.ts'
import { inBatches } from './in-batches.ts'

/** How many objects a job on rows of a folder is about: what is in folders has to be counted. */
export function amountOf(bucket: string, rows: readonly Pick<Entry, 'key'>[]): Pick<NewJob, 'total' | 'count'> {
  if (!rows.some(isFolder)) return { total: rows.length }
  return {
    count: inBatches(rows, async (body, after, signal) => {
      const { count, next } = await call(countObjects, { params: { bucket }, query: { after }, body }, signal)
      return { done: count, failed: [], alsoFailed: 0, next }
    }),
  }
}
