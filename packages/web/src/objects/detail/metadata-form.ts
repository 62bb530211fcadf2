import { MAX_USER_METADATA, type ObjectDetails, type RequestedMetadata } from '@cooperage/contract'
import { isRealDate } from '../../shared/fields/calendar-date.ts'
import { filledPairs, type Pair } from '../../shared/fields/pairs.ts'
import { compareNames } from '../../shared/text/intl.ts'

/** The headers that describe an object, by the names of the contract. */
export const HEADERS = [
  ['content_type', 'Content-Type'],
  ['cache_control', 'Cache-Control'],
  ['content_disposition', 'Content-Disposition'],
  ['content_encoding', 'Content-Encoding'],
  ['content_language', 'Content-Language'],
  ['expires', 'Expires'],
] as const
export type HeaderField = (typeof HEADERS)[number][0]

interface MetadataForm {
  headers: Record<HeaderField, string>
  pairs: readonly Pair[]
}

/** The initial values that matter later. */
type Stored = Pick<ObjectDetails, 'expires'>

/** The initial values of the form. */
export function formOf(details: ObjectDetails): MetadataForm {
  const { content_type, cache_control, content_disposition, content_encoding, content_language, expires } = details
  return {
    headers: { content_type, cache_control, content_disposition, content_encoding, content_language, expires },
    pairs: Object.entries(details.user_metadata)
      .sort(([a], [b]) => compareNames(a, b))
      .map(([key, value]) => ({ key, value })),
  }
}

type MetadataProblem = 'text' | 'date'

/**
 * Headers are plain ASCII, and `Expires` is a date: servers drop or reject everything else. Stored values that aren't may
 * stay.
 */
export function headerProblem(field: HeaderField, value: string, stored: Stored): MetadataProblem | undefined {
  if (!/^[\x20-\x7e]*$/.test(value)) return 'text'
  const isFree = field !== 'expires' || value === stored.expires || value.trim() === ''
  return isFree || httpDate(value.trim()) !== undefined ? undefined : 'date'
}

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** A time with its zone in the format that every server accepts (RFC 9110, 5.6.7); undefined for anything else. */
function httpDate(text: string): string | undefined {
  const day = ISO_TIME.exec(text)?.[1]
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) return undefined
  const written = time.toUTCString()
  return written === text || (day !== undefined && isRealDate(day)) ? written : undefined
}

type NameProblem = 'name' | 'case'

/** Invalid names of user metadata: they are header names, so case doesn't matter. */
export function nameProblem({ key }: Pair, pairs: readonly Pair[]): NameProblem | undefined {
  if (key !== '' && !/^[a-zA-Z0-9_.-]{1,128}$/.test(key)) return 'name'
  const same = pairs.filter((other) => other.key.toLowerCase() === key.toLowerCase())
  return key !== '' && same.length > 1 && same.some((other) => other.key !== key) ? 'case' : undefined
}

/** Whether the user metadata exceeds the limit of S3. */
export function isTooMuch(pairs: readonly Pair[]): boolean {
  const encoder = new TextEncoder()
  const sum = filledPairs(pairs).reduce((bytes, { key, value }) => bytes + encoder.encode(key + value).length, 0)
  return sum > MAX_USER_METADATA
}

export function toWanted({ headers, pairs }: MetadataForm, stored: Stored): RequestedMetadata {
  const isAsStored = headers.expires === stored.expires
  return {
    ...headers,
    expires: isAsStored ? stored.expires : (httpDate(headers.expires.trim()) ?? ''),
    user_metadata: Object.fromEntries(filledPairs(pairs).map(({ key, value }) => [key.toLowerCase(), value])),
  }
}

/** Everything on its page that distinguishes two states of an object. */
export function isSameState(a: ObjectDetails, b: ObjectDetails): boolean {
  const stateOf = (details: ObjectDetails) =>
    JSON.stringify([details.version_id, details.etag, details.last_modified, formOf(details)])
  return stateOf(a) === stateOf(b)
}

export function isHeld({ legal_hold }: ObjectDetails): boolean {
  return legal_hold.status === 'ON'
}

export function isRetained({ retention }: ObjectDetails): boolean {
  return Date.parse(retention.until) > Date.now()
}
