import { startTransition, useEffect, useState } from 'react'
import { scrollIdle, watchScrolling } from '../shared/scroll-idle.ts'
import type { Entry } from './entry.ts'
import { type FetchPage, FolderListing, type ListingState } from './folder-listing.ts'

watchScrolling()

/** While the user scrolls, the next page waits this long: on a small machine browser and storage share the processor. */
const SCROLLING_WAITS_MS = 1000

/** Pages after the first give way to scrolling, so that it doesn't stutter. */
function givingWay<E extends Entry>(fetchPage: FetchPage<E>): FetchPage<E> {
  return async (after, signal) => {
    if (after !== '') await scrollIdle(SCROLLING_WAITS_MS)
    return fetchPage(after, signal)
  }
}

/** Reads a folder while its page is open. Only the arguments of the first call count: the page is keyed by them. */
export function useListing<E extends Entry>(
  pages: () => FetchPage<E>,
): { listing: FolderListing<E>; state: ListingState<E> } {
  const [listing] = useState(() => new FolderListing(givingWay(pages())))
  const [state, setState] = useState(listing.snapshot)
  useEffect(() => {
    let isShown = false
    const stop = listing.subscribe(() => {
      const now = listing.snapshot()
      // The first rows are urgent. What follows has time, and must not disturb scrolling.
      if (isShown) startTransition(() => setState(now))
      else setState(now)
      isShown = now.isLoaded
    })
    listing.refresh()
    return () => {
      stop()
      listing.stop()
    }
  }, [listing])
  return { listing, state }
}
