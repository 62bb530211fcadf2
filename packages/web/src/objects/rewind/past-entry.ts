import { LIST_PAGE_LIMIT, type RewoundEntry, rewindObjects } from '@cooperage/contract'
import { call } from '../../shared/api/call.ts'
import type { Entry } from '../entry.ts'
import type { FetchPage } from '../folder-listing.ts'

/** A row of a rewound folder. */
export interface PastEntry extends Entry {
  /** '' for a folder. */
  versionId: string
  /** Deleted at that time; for a folder, everything ever in it. */
  isDeleted: boolean
}

/** The rows of one response. A folder's own placeholder object is the folder itself, not something in it. */
function pastEntriesOf(objects: readonly RewoundEntry[], prefix: string): PastEntry[] {
  return objects
    .filter((object) => object.name !== prefix)
    .map((object) => ({
      key: object.name,
      size: object.size,
      modified: object.last_modified,
      versionId: object.version_id,
      isDeleted: object.delete_flag,
    }))
}

/** Reads a folder as of `date`, an ISO time. */
export function pastPages(bucket: string, prefix: string, date: string): FetchPage<PastEntry> {
  return async (after, signal) => {
    const query = { prefix, limit: LIST_PAGE_LIMIT, ...(after === '' ? {} : { after }) }
    const { objects, next } = await call(rewindObjects, { params: { bucket, date }, query }, signal)
    return { entries: pastEntriesOf(objects, prefix), next }
  }
}
