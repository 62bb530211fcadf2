import { encodeSegment } from '../address.ts'

/** `page` is the name of a file of docs/guide without its extension, '' for the first. */
export const guidePath = (page = '') => (page === '' ? '/documentation' : `/documentation/${encodeSegment(page)}`)
