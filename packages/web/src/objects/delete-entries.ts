import { notifyChange } from './changes.ts'
import { deleteMany } from './delete-many.ts'
import { type Entry, isWithin } from './entry.ts'
import { inBatches } from './in-batches.ts'

interface HowDeleted {
  allVersions: boolean
  /** Including versions under governance retention. */
  bypass: boolean
}

/** Deletes rows of a folder call by call. */
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

/** Removes deleted rows from the folders on screen; if not every failure is listed, they are reloaded. */
export function notifyDeleted(
  bucket: string,
  keys: readonly string[],
  failed: readonly { path: string }[],
  failedCount: number,
): void {
  const isKnown = failedCount === failed.length
  notifyChange({ bucket, ...(isKnown ? { isDeleted: isDeletedAfter(keys, failed) } : { touched: keys }) })
}

/**
 * Whether a row has disappeared after a deletion. A failure inside a folder means that the folder still exists, and a failure of a
 * folder that couldn't even be listed means that everything in it may.
 */
export function isDeletedAfter(keys: readonly string[], failed: readonly { path: string }[]): (key: string) => boolean {
  const requested = new Set(keys)
  const isInside = (key: string, folder: string) => folder.endsWith('/') && key.startsWith(folder)
  const isKept = (key: string) => failed.some(({ path }) => path === key || isInside(path, key) || isInside(key, path))
  // A search shows an object beside the folder that contains it.
  return (key) => isWithin(key, '', (one) => requested.has(one)) && !isKept(key)
}
