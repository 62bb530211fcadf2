import { searchObjects } from '@cooperage/contract'
import { call } from '../../shared/api/call.ts'
import { entriesOf } from '../entry.ts'
import type { FetchPage } from '../folder-listing.ts'

/** Reads what below a folder has a text in its name; pages may be empty, and say how much was looked at. */
export function searchPages(bucket: string, prefix: string, text: string): FetchPage {
  return async (after, signal) => {
    const query = { prefix, text, ...(after === '' ? {} : { after }) }
    const { objects, looked, next } = await call(searchObjects, { params: { bucket }, query }, signal)
    return { entries: entriesOf(objects, prefix), next, looked }
  }
}
