import { decodeKey, decodeSegment, encodeKey, encodeSegment, queryText, unlessMalformed } from '../address.ts'

const BROWSER = '/object-browser'

export const objectBrowserPath = () => BROWSER

/** `prefix` is '' for the whole bucket, otherwise it ends with a slash; `rewind` an ISO time to see it as it was then. */
export const folderPath = (bucket: string, prefix = '', rewind = '') => inBrowser(bucket, prefix, { rewind })

/** The page of an object, or of one of its versions; `rewind` when it was found in a folder as it was then. */
export const objectPath = (bucket: string, key: string, version = '', rewind = '') =>
  inBrowser(bucket, key, { version, rewind })

/** What below a folder has `search` in its name. */
export const searchPath = (bucket: string, prefix: string, search: string) => inBrowser(bucket, prefix, { search })

/** The incomplete uploads of a bucket. */
export const uploadsPath = (bucket: string) => inBrowser(bucket, '', { tab: 'uploads' })

function inBrowser(bucket: string, key: string, query: Record<string, string>): string {
  return `${BROWSER}/${encodeSegment(bucket)}/${encodeKey(key)}${queryText(query)}`
}

/** The bucket and the rest of an encoded object browser path, as {@link folderPath} makes it. */
export interface BrowserLocation {
  bucket: string
  /** '' for the whole bucket; a path that ends in a slash is a folder, any other names an object. */
  key: string
}

/** Reads a still encoded path below the base path; undefined when it names no bucket or is not validly encoded. */
export function parseBrowserPath(path: string): BrowserLocation | undefined {
  if (!path.startsWith(`${BROWSER}/`)) return undefined
  const [bucket, ...rest] = path.slice(BROWSER.length + 1).split('/')
  return bucket ? unlessMalformed(() => ({ bucket: decodeSegment(bucket), key: decodeKey(rest) })) : undefined
}
