import { useEffect } from 'react'

/** What changed in a bucket by work that does not belong to one page. */
interface Change {
  bucket: string
  /** Keys that may have come or changed; a folder stands for all below it. */
  touched?: readonly string[]
  /** What is certainly gone. */
  isGone?: (key: string) => boolean
}

/** After a write, some servers list a folder as it was for a moment. */
const LISTS_LAG_MS = 2500

const listeners = new Set<(change: Change) => void>()

export function notifyChange(change: Change): void {
  for (const listener of listeners) listener(change)
}

/** Whether a change below these keys is to be seen in a folder; '' is the bucket itself. */
export function isTouched(prefix: string, touched: readonly string[]): boolean {
  return touched.some((key) => key.startsWith(prefix) || (key.endsWith('/') && prefix.startsWith(key)))
}

/**
 * Keeps a folder on screen in step with such changes. Without `refresh`, as where a search would begin once more, only what
 * is gone is taken away.
 */
export function useChanges(
  bucket: string,
  prefix: string,
  refresh: (() => void) | undefined,
  onGone: (isGone: (key: string) => boolean) => void,
): void {
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined
    const listener = ({ bucket: changed, touched = [], isGone }: Change) => {
      if (changed !== bucket) return
      if (isGone) onGone(isGone)
      if (refresh === undefined) return
      const isSeen = isTouched(prefix, touched)
      if (isSeen) refresh()
      // A second reading that is too early would bring back what is gone.
      if (!isSeen && (later === undefined || isGone === undefined)) return
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
  }, [bucket, prefix, refresh, onGone])
}
