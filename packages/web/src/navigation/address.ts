/**
 * How names stand in the addresses of pages. Object keys may hold anything: a segment is percent-encoded, and what
 * percent-encoding can't protect from being normalised away by browsers and proxies (an empty segment, `.` and `..`) is
 * prefixed with `~`, as is a segment that begins with `~` itself.
 */

export function encodeSegment(segment: string): string {
  const needsMark = segment === '' || segment === '.' || segment === '..' || segment.startsWith('~')
  return (needsMark ? '~' : '') + encodeURIComponent(segment)
}

/** @throws URIError for a sequence that is not UTF-8. */
export function decodeSegment(segment: string): string {
  return decodeURIComponent(segment.startsWith('~') ? segment.slice(1) : segment)
}

export function encodeKey(key: string): string {
  if (key === '') return ''
  const segments = key.split('/')
  const last = segments.length - 1
  // The empty string behind a final slash is the slash itself, not a segment without a name.
  return segments.map((segment, index) => (index === last && segment === '' ? '' : encodeSegment(segment))).join('/')
}

/** @throws URIError for a sequence that is not UTF-8. */
export function decodeKey(segments: readonly string[]): string {
  return segments.map(decodeSegment).join('/')
}

/** What `decode` returns; undefined for an address that somebody typed with a sequence that is not UTF-8. */
export function unlessMalformed<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** `?a=1&b=2` of those that have a value. */
export function queryText(values: Record<string, string>): string {
  const given = Object.entries(values).filter(([, value]) => value !== '')
  return given
    .map(([name, value], index) => `${index === 0 ? '?' : '&'}${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('')
}

/** The query parameters of the console's addresses, by name. */
export type Query = Partial<Record<'tab' | 'version' | 'rewind' | 'search', string>>

/** Reads a query (`?search=1e5`) as text: the router by itself would make `1e5` a number. */
export function parseQuery(query: string): Query {
  return Object.fromEntries(new URLSearchParams(query))
}
