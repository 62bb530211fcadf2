import { notifyChange } from './changes.ts'
import { deleteMany } from './delete-many.ts'
import { type Entry, isWithin } from './entry.ts'
import { inBatches } from './in-batches.ts'

interface HowDeleted {
  allVersions: boolean
  /** Also what governance retention keeps. */
  bypass: boolean
}

/** Deletes rows of a folder part by part. */
export function deletionOf(
  bucket: string,
  entries: readonly Pick<Entry, 'key'>[],
  { allVersions, bypass }: HowDeleted,
) {
  return inBatches(entries, async (body, after, signal) => {
    const query = { in_parts: true, all_versions: allVersions, bypass, after }
    const { deleted, failed, alsoFailed, next } = await deleteMany({ params: { bucket }, query, body }, signal)
    return { done: deleted, failed, alsoFailed, next }
  })
}

/** Lets the folders on screen show what is gone of rows; where not each failure is known by its key, they are read again. */
export function notifyDeleted(
  bucket: string,
  keys: readonly string[],
  failed: readonly { path: string }[],
  failedCount: number,
): void {
  const isKnown = failedCount === failed.length
  notifyChange({ bucket, ...(isKnown ? { isGone: isGoneAfter(keys, failed) } : { touched: keys }) })
}

/**
 * Whether a row is gone once a deletion has ended. A failure inside a folder means that the folder still is, and one of a
 * folder that could not even be listed means that all in it may be.
 */
export function isGoneAfter(keys: readonly string[], failed: readonly { path: string }[]): (key: string) => boolean {
  const asked = new Set(keys)
  const isInside = (key: string, folder: string) => folder.endsWith('/') && key.startsWith(folder)
  const isKept = (key: string) => failed.some(({ path }) => path === key || isInside(path, key) || isInside(key, path))
  // A search shows what lies in a folder beside the folder.
  return (key) => isWithin(key, '', (one) => asked.has(one)) && !isKept(key)
}
