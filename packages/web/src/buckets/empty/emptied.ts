import { type EmptyingFailure, type emptyBucket, NAMED_FAILURES, type RouteResponse } from '@cooperage/contract'

type Part = RouteResponse<typeof emptyBucket>

/** The outcome of emptying so far. */
export interface Emptied {
  /** Versions and delete markers. */
  deleted: number
  uploads: number
  /** The first failures. */
  failed: readonly EmptyingFailure[]
  failedCount: number
}

export const NOTHING_YET: Emptied = { deleted: 0, uploads: 0, failed: [], failedCount: 0 }

export function withPart(before: Emptied, { deleted, uploads, failed, alsoFailed }: Part): Emptied {
  return {
    deleted: before.deleted + deleted,
    uploads: before.uploads + uploads,
    failed: [...before.failed, ...failed].slice(0, NAMED_FAILURES),
    failedCount: before.failedCount + failed.length + alsoFailed,
  }
}
