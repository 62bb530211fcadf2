import { useEffect, useState, useSyncExternalStore } from 'react'
import { FolderListing, folderPages, type ListingState } from './folder-listing.ts'

/** Reads a folder while its page is open. Bucket and prefix are those of the first call: the page is keyed by them. */
export function useListing(bucket: string, prefix: string): { listing: FolderListing; state: ListingState } {
  const [listing] = useState(() => new FolderListing(folderPages(bucket, prefix)))
  useEffect(() => {
    listing.refresh()
    return listing.stop
  }, [listing])
  return { listing, state: useSyncExternalStore(listing.subscribe, listing.snapshot) }
}
