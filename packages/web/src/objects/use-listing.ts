import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Entry } from './entry.ts'
import { type FetchPage, FolderListing, type ListingState } from './folder-listing.ts'

/** Reads a folder while its page is open. What is read is what the first call said: the page is keyed by it. */
export function useListing<E extends Entry>(
  pages: () => FetchPage<E>,
): { listing: FolderListing<E>; state: ListingState<E> } {
  const [listing] = useState(() => new FolderListing(pages()))
  useEffect(() => {
    listing.refresh()
    return listing.stop
  }, [listing])
  return { listing, state: useSyncExternalStore(listing.subscribe, listing.snapshot) }
}
