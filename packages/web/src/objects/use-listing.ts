import { startTransition, useEffect, useState } from 'react'
import { scrollIdle, watchScrolling } from '../shared/scroll-idle.ts'
import type { Entry } from './entry.ts'
import { type FetchPage, FolderListing, type ListingState } from './folder-listing.ts'

watchScrolling()

/** While somebody scrolls, the next page waits so long: on a small machine page and storage share the processor. */
const SCROLLING_WAITS_MS = 1000

/** Pages after the first give way to scrolling, which so shows what is there without a stutter. */
function givingWay<E extends Entry>(fetchPage: FetchPage<E>): FetchPage<E> {
  return async (after, signal) => {
    if (after !== '') await scrollIdle(SCROLLING_WAITS_MS)
    return fetchPage(after, signal)
  }
}

/** Reads a folder while its page is open. What is read is what the first call said: the page is keyed by it. */
export function useListing<E extends Entry>(
  pages: () => FetchPage<E>,
): { listing: FolderListing<E>; state: ListingState<E> } {
  const [listing] = useState(() => new FolderListing(givingWay(pages())))
  const [state, setState] = useState(listing.snapshot)
  useEffect(() => {
    let isShown = false
    const stop = listing.subscribe(() => {
      const now = listing.snapshot()
      // The first rows are waited for. What follows has time, and must not keep anybody from scrolling them.
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
