import { useEffect } from 'react'

/** A change in a bucket by work that doesn't belong to one page. */
interface Change {
  bucket: string
  /** Keys that may be new or changed; a folder represents everything below it. */
  touched?: readonly string[]
  /** Keys that are certainly deleted. */
  isDeleted?: (key: string) => boolean
}

/** After a write, some servers return the old listing of a folder for a moment. */
const LISTS_LAG_MS = 2500

const listeners = new Set<(change: Change) => void>()

export function notifyChange(change: Change): void {
  for (const listener of listeners) listener(change)
}

/** Whether a change of these keys is visible in a folder; '' is the bucket itself. */
export function isTouched(prefix: string, touched: readonly string[]): boolean {
  return touched.some((key) => key.startsWith(prefix) || (key.endsWith('/') && prefix.startsWith(key)))
}

/**
 * Updates the current folder after such changes. Without `refresh`, as in a search, which would start again, only deleted rows
 * are removed.
 */
export function useChanges(
  bucket: string,
  prefix: string,
  refresh: (() => void) | undefined,
  onDeleted: (isDeleted: (key: string) => boolean) => void,
): void {
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined
    const listener = ({ bucket: changed, touched = [], isDeleted }: Change) => {
      if (changed !== bucket) return
      if (isDeleted) onDeleted(isDeleted)
      if (refresh === undefined) return
      const isSeen = isTouched(prefix, touched)
      if (isSeen) refresh()
      // Reloading too early would bring deleted rows back.
      if (!isSeen && (later === undefined || isDeleted === undefined)) return
      clearTimeout(later)
      later = setTimeout(() => {
        later = undefined
        refresh()
      }, LISTS_LAG_MS)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      clearTimeout(later)
    }
  }, [bucket, prefix, refresh, onDeleted])
}
