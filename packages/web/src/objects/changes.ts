import { useEffect } from 'react'
import type { FolderListing } from './folder-listing.ts'

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

export function tellChange(change: Change): void {
  for (const listener of listeners) listener(change)
}

/** Keeps a folder on screen in step with such changes. */
export function useChanges(
  bucket: string,
  prefix: string,
  listing: Pick<FolderListing, 'refresh' | 'remove'>,
  onGone: (isGone: (key: string) => boolean) => void,
): void {
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined
    const listener = ({ bucket: changed, touched = [], isGone }: Change) => {
      if (changed !== bucket) return
      if (isGone) {
        listing.remove(isGone)
        onGone(isGone)
      }
      if (!touched.some((key) => key.startsWith(prefix))) return
      listing.refresh()
      clearTimeout(later)
      later = setTimeout(listing.refresh, LISTS_LAG_MS)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      clearTimeout(later)
    }
  }, [bucket, prefix, listing, onGone])
}
