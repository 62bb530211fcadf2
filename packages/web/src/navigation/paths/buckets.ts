import { decodeSegment, encodeSegment, unlessMalformed } from '../address.ts'

const BUCKETS = '/buckets'

export const bucketsPath = () => BUCKETS

/** A bucket's settings; `tab` is the rest of the path: `summary`, `access/users`. */
export const bucketPath = (bucket: string, tab = 'summary') => `${BUCKETS}/${encodeSegment(bucket)}/${tab}`

/** Reads a path as {@link bucketPath} makes it; `tab` is '' at the bare address of a bucket. */
export function parseBucketPath(path: string): { bucket: string; tab: string } | undefined {
  if (!path.startsWith(`${BUCKETS}/`)) return undefined
  const [bucket, ...rest] = path.slice(BUCKETS.length + 1).split('/')
  return bucket ? unlessMalformed(() => ({ bucket: decodeSegment(bucket), tab: rest.join('/') })) : undefined
}
