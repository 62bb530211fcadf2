import type { changeVersions, RouteBody } from '@cooperage/contract'
import type { JobBatch } from '../../jobs/index.ts'
import type { Entry } from '../entry.ts'
import { inBatches } from '../in-batches.ts'

type Paths = RouteBody<typeof changeVersions>['paths']
type Part = (paths: Paths, after: string, signal: AbortSignal) => Promise<JobBatch>

/** What a dialog works on: rows of a folder, or the whole bucket. */
export type Rows = readonly Pick<Entry, 'key'>[] | 'bucket'

/** Work on rows in batches, and on the whole bucket, which is one path. */
export function inBatchesOf(rows: Rows, part: Part): (after: string, signal: AbortSignal) => Promise<JobBatch> {
  if (rows !== 'bucket') return inBatches(rows, part)
  return (after, signal) => part([{ path: '', recursive: true }], after, signal)
}
