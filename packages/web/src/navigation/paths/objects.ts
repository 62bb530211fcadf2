import { decodeKey, decodeSegment, encodeKey, encodeSegment, queryText, unlessMalformed } from '../address.ts'

const BROWSER = '/object-browser'

export const objectBrowserPath = () => BROWSER

/** `prefix` is '' for the whole bucket, otherwise it ends with a slash; `rewind` is an ISO time to show the folder as of. */
export const folderPath = (bucket: string, prefix = '', rewind = '') => inBrowser(bucket, prefix, { rewind })

/** The page of an object or one of its versions; `rewind` is set if it was opened from a rewound folder. */
export const objectPath = (bucket: string, key: string, version = '', rewind = '') =>
  inBrowser(bucket, key, { version, rewind })

/** The search for `search` below a folder. */
export const searchPath = (bucket: string, prefix: string, search: string) => inBrowser(bucket, prefix, { search })

/** What was deleted below a folder; `search` is what its search box starts with. */
export const deletedPath = (bucket: string, prefix = '', search = '') =>
  inBrowser(bucket, prefix, { tab: 'deleted', search })

/** The incomplete uploads of a bucket. */
export const uploadsPath = (bucket: string) => inBrowser(bucket, '', { tab: 'uploads' })

function inBrowser(bucket: string, key: string, query: Record<string, string>): string {
  return `${BROWSER}/${encodeSegment(bucket)}/${encodeKey(key)}${queryText(query)}`
}

/** The bucket and the rest of an encoded path from {@link folderPath}. */
interface BrowserLocation {
  bucket: string
  /** '' for the whole bucket; with a final slash a folder, otherwise an object. */
  key: string
}

/** Parses an encoded path below the base path; undefined without a bucket or with an invalid encoding. */
export function parseBrowserPath(path: string): BrowserLocation | undefined {
  if (!path.startsWith(`${BROWSER}/`)) return undefined
  const [bucket, ...rest] = path.slice(BROWSER.length + 1).split('/')
  return bucket ? unlessMalformed(() => ({ bucket: decodeSegment(bucket), key: decodeKey(rest) })) : undefined
}
