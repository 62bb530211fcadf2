import { deleteObjects } from '@cooperage/contract'
import { call } from '../shared/api/call.ts'
import { type Entry, isWithin } from './entry.ts'
import { inParts } from './in-parts.ts'

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
  return inParts(entries, async (body, after, signal) => {
    const query = { in_parts: true, all_versions: allVersions, bypass, after }
    const { deleted, failed, alsoFailed, next } = await call(deleteObjects, { params: { bucket }, query, body }, signal)
    return { done: deleted, failed, alsoFailed, next }
  })
}

/** Whether a row is gone once a deletion has ended: a failure inside a folder means that the folder still is. */
export function isGoneAfter(keys: readonly string[], failed: readonly { path: string }[]): (key: string) => boolean {
  const asked = new Set(keys)
  const isKept = (key: string) => failed.some(({ path }) => path === key || (key.endsWith('/') && path.startsWith(key)))
  // A search shows what lies in a folder beside the folder.
  return (key) => isWithin(key, '', (one) => asked.has(one)) && !isKept(key)
}
