/**
 * How names are encoded in addresses. Object keys may contain anything: a segment is percent-encoded, and segments that
 * browsers and proxies would normalize even then (the empty segment, `.` and `..`) are prefixed with `~`, as are segments that
 * start with `~` themselves.
 */

export function encodeSegment(segment: string): string {
  const needsMark = segment === '' || segment === '.' || segment === '..' || segment.startsWith('~')
  return (needsMark ? '~' : '') + encodeURIComponent(segment)
}

/** @throws URIError for a sequence that isn't UTF-8. */
export function decodeSegment(segment: string): string {
  return decodeURIComponent(segment.startsWith('~') ? segment.slice(1) : segment)
}

export function encodeKey(key: string): string {
  if (key === '') return ''
  const segments = key.split('/')
  const last = segments.length - 1
  // The empty string after a final slash is the slash itself, not a segment without a name.
  return segments.map((segment, index) => (index === last && segment === '' ? '' : encodeSegment(segment))).join('/')
}

/** @throws URIError for a sequence that isn't UTF-8. */
export function decodeKey(segments: readonly string[]): string {
  return segments.map(decodeSegment).join('/')
}

/** The result of `decode`; undefined for a hand-written address with a sequence that isn't UTF-8. */
export function unlessMalformed<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** `?a=1&b=2` from the parameters that have a value. */
export function queryText(values: Record<string, string>): string {
  const given = Object.entries(values).filter(([, value]) => value !== '')
  return given
    .map(([name, value], index) => `${index === 0 ? '?' : '&'}${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('')
}

/** The query parameters of the console's addresses, by name. */
export type Query = Partial<
  Record<'tab' | 'prefix' | 'version' | 'rewind' | 'search' | 'section' | 'target' | 'add' | SimulatorQuery, string>
>

/** A request that the policy simulator starts with. */
export type SimulatorQuery = 'principal' | 'name' | 'action' | 'resource'

/** Reads a query (`?search=1e5`) as text: the router alone would turn `1e5` into a number. */
export function parseQuery(query: string): Query {
  return Object.fromEntries(new URLSearchParams(query))
}

/**
 * The pages of named things below a path. `tab`: '' for the first; in the query, since a name may have slashes. `parse` returns
 * the name in a path as `pathOf` makes it; unencoded slashes in a hand-written path are part of it.
 */
export function namedPages(base: string) {
  return {
    pathOf: (name: string, tab = '') => `${base}/${encodeSegment(name)}${queryText({ tab })}`,
    parse: (path: string): string | undefined => {
      const name = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : ''
      return name === '' ? undefined : unlessMalformed(() => decodeSegment(name))
    },
  }
}
