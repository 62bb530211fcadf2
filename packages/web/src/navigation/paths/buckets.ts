import { decodeSegment, encodeSegment, queryText, unlessMalformed } from '../address.ts'

const BUCKETS = '/buckets'

export const bucketsPath = () => BUCKETS

/** The list with the dialog that creates a bucket. */
export const createBucketPath = () => `${BUCKETS}${queryText({ add: 'bucket' })}`

/** A bucket's settings; `tab` is the rest of the path: `summary`, `access/users`. */
export const bucketPath = (bucket: string, tab = 'summary') => `${BUCKETS}/${encodeSegment(bucket)}/${tab}`

/** Who can do what in a bucket, or in a folder of it: `prefix` ends with a slash. */
export const principalsPath = (bucket: string, prefix = '') =>
  `${bucketPath(bucket, 'access/principals')}${queryText({ prefix })}`

/** Parses a path from {@link bucketPath}; `tab` is '' for the bare path of a bucket. */
export function parseBucketPath(path: string): { bucket: string; tab: string } | undefined {
  if (!path.startsWith(`${BUCKETS}/`)) return undefined
  const [bucket, ...rest] = path.slice(BUCKETS.length + 1).split('/')
  return bucket ? unlessMalformed(() => ({ bucket: decodeSegment(bucket), tab: rest.join('/') })) : undefined
}
