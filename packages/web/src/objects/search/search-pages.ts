import { searchObjects } from '@cooperage/contract'
import { call } from '../../shared/api/call.ts'
import { entriesOf } from '../entry.ts'
import type { FetchPage } from '../folder-listing.ts'
import { ListingCursor } from '../listing-cursor.ts'

/** Reads what below a folder has a text in its name; pages may be empty, and say how much was looked at. */
export function searchPages(bucket: string, prefix: string, text: string): FetchPage {
  const place = new ListingCursor()
  return async (after, signal) => {
    const query = { prefix, text, ...place.queryOf(after) }
    const page = await call(searchObjects, { params: { bucket }, query }, signal)
    place.keep(page)
    return { entries: entriesOf(page.objects, prefix), next: page.next, looked: page.looked }
  }
}
