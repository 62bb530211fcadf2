import { deleteObjects } from '@cooperage/contract'
import type { JobPart } from '../jobs/index.ts'
import { call } from '../shared/api/call.ts'
import { type Entry, isFolder } from './entry.ts'

/** Entries of one call at most; the contract's limit. */
const CALL_LIMIT = 10_000

/**
 * Deletes rows of a folder part by part. `after` says how many rows the calls before have dealt with, and where the call
 * goes on that deals with the next: `10000:…`.
 */
export function deletionOf(bucket: string, entries: readonly Entry[], allVersions: boolean) {
  return async (after: string, signal: AbortSignal): Promise<JobPart> => {
    const at = Number.parseInt(after || '0', 10)
    const rest = after.slice(after.indexOf(':') + 1)
    const body = entries.slice(at, at + CALL_LIMIT).map((entry) => ({ path: entry.key, recursive: isFolder(entry) }))
    const query = { in_parts: true, all_versions: allVersions, ...(rest !== '' && { after: rest }) }
    const { deleted, failed, alsoFailed, next } = await call(deleteObjects, { params: { bucket }, query, body }, signal)
    const isMore = at + CALL_LIMIT < entries.length
    return {
      done: deleted,
      failed,
      alsoFailed,
      next: next !== undefined ? `${at}:${next}` : isMore ? `${at + CALL_LIMIT}:` : undefined,
    }
  }
}

/** Whether a row is gone once a deletion has ended: a failure inside a folder means that the folder still is. */
export function isGoneAfter(keys: readonly string[], failed: readonly { path: string }[]): (key: string) => boolean {
  const asked = new Set(keys)
  const isKept = (key: string) => failed.some(({ path }) => path === key || (key.endsWith('/') && path.startsWith(key)))
  return (key) => asked.has(key) && !isKept(key)
}
