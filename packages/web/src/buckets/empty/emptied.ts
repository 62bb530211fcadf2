import { type EmptyingFailure, type emptyBucket, NAMED_FAILURES, type RouteResponse } from '@cooperage/contract'

type Part = RouteResponse<typeof emptyBucket>

/** What has become of a bucket's content so far. */
export interface Emptied {
  /** Versions and delete markers. */
  deleted: number
  uploads: number
  /** The first that failed. */
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
