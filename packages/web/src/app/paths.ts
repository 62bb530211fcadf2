/**
 * The only place that spells a URL of the console. Paths begin with a slash and stand below the base path.
 *
 * Object keys may hold anything. A segment is percent-encoded; what percent-encoding cannot protect from being
 * normalised away by browsers and proxies (an empty segment, `.` and `..`) is prefixed with `~`, and so is a segment
 * that begins with `~` itself.
 */
export const paths = {
  home: () => '/',
  login: () => '/login',
  buckets: () => '/buckets',
  /** A bucket's settings; `tab` is the rest of the path: `summary`, `access/users`. */
  bucket: (bucket: string, tab = 'summary') => `/buckets/${encodeSegment(bucket)}/${tab}`,
  /** `tab`: '' for the list, `why`, `exposure`. */
  policies: (tab = '') => `/policies${tab === '' ? '' : `?tab=${tab}`}`,
  /** `tab`: '' for the details, `users`, `groups`, `why`. In the query, since a name may have slashes. */
  policy: (name: string, tab = '') => `/policies/${encodeSegment(name)}${tab === '' ? '' : `?tab=${tab}`}`,
  user: (accessKey: string) => `/users/${encodeURIComponent(accessKey)}`,
  /** The guide; `page` is the name of a file of docs/guide without its ending, '' for the first. */
  documentation: (page = '') => (page === '' ? '/documentation' : `/documentation/${encodeSegment(page)}`),
  objectBrowser: () => '/object-browser',
  /** `prefix` is '' for the whole bucket, otherwise it ends with a slash; `rewind` an ISO time to see it as it was then. */
  folder: (bucket: string, prefix = '', rewind = '') =>
    `/object-browser/${encodeSegment(bucket)}/${encodeKey(prefix)}${queryText({ rewind })}`,
  /** The page of an object, or of one of its versions; `rewind` when it was found in a folder as it was then. */
  object: (bucket: string, key: string, version = '', rewind = '') =>
    `/object-browser/${encodeSegment(bucket)}/${encodeKey(key)}${queryText({ version, rewind })}`,
  /** What below a folder has `search` in its name. */
  search: (bucket: string, prefix: string, search: string) =>
    `/object-browser/${encodeSegment(bucket)}/${encodeKey(prefix)}${queryText({ search })}`,
  /** The uploads of a bucket that nobody has finished. */
  uploads: (bucket: string) => `/object-browser/${encodeSegment(bucket)}/${queryText({ tab: 'uploads' })}`,
}

/** The bucket and the rest of an encoded object browser path, as {@link paths.folder} makes it. */
export interface BrowserLocation {
  bucket: string
  /** '' for the whole bucket; a path that ends in a slash is a folder, any other names an object. */
  key: string
}

const BROWSER = '/object-browser/'

const BUCKETS = '/buckets/'

/** Reads a path as {@link paths.bucket} makes it; `tab` is '' at the bare address of a bucket. */
export function parseBucketPath(path: string): { bucket: string; tab: string } | undefined {
  if (!path.startsWith(BUCKETS)) return undefined
  const [bucket, ...rest] = path.slice(BUCKETS.length).split('/')
  if (!bucket) return undefined
  try {
    return { bucket: decodeSegment(bucket), tab: rest.join('/') }
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

const POLICIES = '/policies/'

/** The name in a path as {@link paths.policy} makes it; slashes that somebody wrote by hand belong to it. */
export function parsePolicyPath(path: string): string | undefined {
  const name = path.startsWith(POLICIES) ? path.slice(POLICIES.length) : ''
  if (name === '') return undefined
  try {
    return decodeSegment(name)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** Reads a still encoded path below the base path; undefined when it names no bucket or is not validly encoded. */
export function parseBrowserPath(path: string): BrowserLocation | undefined {
  if (!path.startsWith(BROWSER)) return undefined
  const [bucket, ...rest] = path.slice(BROWSER.length).split('/')
  if (!bucket) return undefined
  try {
    return { bucket: decodeSegment(bucket), key: decodeKey(rest) }
  } catch (error) {
    // decodeURIComponent throws on a sequence that is not UTF-8: somebody typed the address by hand.
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** `?a=1&b=2` of those that have a value. */
function queryText(values: Record<string, string>): string {
  const given = Object.entries(values).filter(([, value]) => value !== '')
  return given.map(([name, value], index) => `${index === 0 ? '?' : '&'}${name}=${encodeURIComponent(value)}`).join('')
}

function encodeKey(key: string): string {
  if (key === '') return ''
  const segments = key.split('/')
  const last = segments.length - 1
  // The empty piece behind a final slash is the slash itself, not a segment without a name.
  return segments.map((segment, index) => (index === last && segment === '' ? '' : encodeSegment(segment))).join('/')
}

function decodeKey(segments: readonly string[]): string {
  return segments.map(decodeSegment).join('/')
}

function encodeSegment(segment: string): string {
  const needsMark = segment === '' || segment === '.' || segment === '..' || segment.startsWith('~')
  return (needsMark ? '~' : '') + encodeURIComponent(segment)
}

function decodeSegment(segment: string): string {
  return decodeURIComponent(segment.startsWith('~') ? segment.slice(1) : segment)
}
