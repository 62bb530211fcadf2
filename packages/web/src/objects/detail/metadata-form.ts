import { MAX_USER_METADATA, type ObjectDetails, type WantedMetadata } from '@cooperage/contract'
import { filledPairs, type Pair } from '../../shared/fields/pairs.ts'

/** The headers that describe an object, under the names of the contract. */
export const HEADERS = [
  ['content_type', 'Content-Type'],
  ['cache_control', 'Cache-Control'],
  ['content_disposition', 'Content-Disposition'],
  ['content_encoding', 'Content-Encoding'],
  ['content_language', 'Content-Language'],
  ['expires', 'Expires'],
] as const
export type HeaderField = (typeof HEADERS)[number][0]

export interface MetadataForm {
  headers: Record<HeaderField, string>
  pairs: readonly Pair[]
}

/** What the form begins with. */
export function formOf(details: ObjectDetails): MetadataForm {
  const { content_type, cache_control, content_disposition, content_encoding, content_language, expires } = details
  return {
    headers: { content_type, cache_control, content_disposition, content_encoding, content_language, expires },
    pairs: Object.entries(details.user_metadata)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => ({ key, value })),
  }
}

export type MetadataProblem = 'text' | 'date'

/** Headers are plain ASCII, and `Expires` is a date: servers drop or refuse all else. */
export function headerProblem(field: HeaderField, value: string): MetadataProblem | undefined {
  if (!/^[\x20-\x7e]*$/.test(value)) return 'text'
  return field === 'expires' && value.trim() !== '' && Number.isNaN(Date.parse(value)) ? 'date' : undefined
}

export type NameProblem = 'name' | 'case'

/** What user metadata cannot be called: its names are headers, in which case does not count. */
export function nameProblem({ key }: Pair, pairs: readonly Pair[]): NameProblem | undefined {
  if (key !== '' && !/^[a-zA-Z0-9_.-]{1,128}$/.test(key)) return 'name'
  const same = pairs.filter((other) => other.key.toLowerCase() === key.toLowerCase())
  return key !== '' && same.length > 1 && same.some((other) => other.key !== key) ? 'case' : undefined
}

/** Whether user metadata is more than S3 takes. */
export function isTooMuch(pairs: readonly Pair[]): boolean {
  const encoder = new TextEncoder()
  const sum = filledPairs(pairs).reduce((bytes, { key, value }) => bytes + encoder.encode(key + value).length, 0)
  return sum > MAX_USER_METADATA
}

export function toWanted({ headers, pairs }: MetadataForm): WantedMetadata {
  const expires = headers.expires.trim()
  return {
    ...headers,
    // The one form that every server takes.
    expires: expires === '' ? '' : new Date(expires).toUTCString(),
    user_metadata: Object.fromEntries(filledPairs(pairs).map(({ key, value }) => [key.toLowerCase(), value])),
  }
}

/** What tells one state of an object from another, as far as its page shows it. */
export function isSameState(a: ObjectDetails, b: ObjectDetails): boolean {
  const stateOf = (details: ObjectDetails) =>
    JSON.stringify([details.version_id, details.etag, details.last_modified, formOf(details)])
  return stateOf(a) === stateOf(b)
}
