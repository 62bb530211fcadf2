import { searchObjects } from '@cooperage/contract'
import { call } from '../../shared/api/call.ts'
import { entriesOf } from '../entry.ts'
import type { FetchPage } from '../folder-listing.ts'
import { ListingCursor } from '../listing-cursor.ts'

/** Reads the names below a folder that contain a text; pages can be empty, and report how much was scanned. */
export function searchPages(bucket: string, prefix: string, text: string): FetchPage {
  const cursor = new ListingCursor()
  return async (after, signal) => {
    const query = { prefix, text, ...cursor.queryOf(after) }
    const page = await call(searchObjects, { params: { bucket }, query }, signal)
    cursor.keep(page)
    return { entries: entriesOf(page.objects, prefix), next: page.next, looked: page.looked }
  }
}
