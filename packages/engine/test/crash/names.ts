/**
 * The places of a store that the ledger keeps account of, each as one text. Objects and versions hold the id that their
 * metadata names and the digest of their bytes, so that one is never taken for the other's.
 */
export const nameOf = {
  /** A bucket that stays; it holds `THERE`. */
  bucket: (bucket: string) => JSON.stringify(['bucket', bucket]),
  /** The object of a bucket that was never versioned. */
  object: (bucket: string, key: string) => JSON.stringify(['object', bucket, key]),
  /** A version that was written while versioning was enabled, by the id in its metadata. */
  version: (bucket: string, key: string, id: string) => JSON.stringify(['version', bucket, key, id]),
  /** The null version of a key in a bucket that is versioned: an object or a marker. */
  nullVersion: (bucket: string, key: string) => JSON.stringify(['null version', bucket, key]),
  /** A delete marker with an id of its own. */
  marker: (bucket: string, key: string, versionId: string) => JSON.stringify(['marker', bucket, key, versionId]),
  /** An incomplete upload; it holds `THERE`. */
  upload: (bucket: string, key: string, uploadId: string) => JSON.stringify(['upload', bucket, key, uploadId]),
  part: (bucket: string, key: string, uploadId: string, partNumber: number) =>
    JSON.stringify(['part', bucket, key, uploadId, partNumber]),
  tags: (bucket: string, key: string) => JSON.stringify(['tags', bucket, key]),
  versioning: (bucket: string) => JSON.stringify(['versioning', bucket]),
  bucketDocument: (bucket: string, name: string) => JSON.stringify(['bucket document', bucket, name]),
  document: (space: string, id: string) => JSON.stringify(['document', space, id]),
  /** Two documents that are always written together. */
  pair: (id: string) => JSON.stringify(['pair', id]),
}

/**
 * Names with an id that the store chooses fall into groups, by kind and key; of the others there is no group. See
 * `Ledger.startUnnamed`.
 */
export function groupOf(name: string): string | undefined {
  const [kind, bucket, key] = JSON.parse(name)
  return kind === 'marker' || kind === 'upload' ? `${kind} ${bucket}/${key}` : undefined
}

export const MARKER = 'marker'
export const THERE = 'there'

/** What an object or a version holds. */
export function heldBy(id: string | undefined, digest: string): string {
  return `${id}:${digest}`
}

/** Of these, `staves` comes and goes with whatever is in it; the others stay, so what becomes of their uploads is known. */
export const BUCKETS = {
  plain: 'casks',
  passing: 'staves',
  versioned: 'vats',
  /** Is made and removed over and over, and nothing is put into it but a document. */
  empty: 'hoops',
  /** Its versioning is enabled and suspended in turns, by one client at a time. */
  suspended: 'sumps',
} as const

export const KEYS = ['a', 'a/b', 'oak', 'é/ß', 'z'] as const

/** An object that is never deleted or overwritten, whose tags are. */
export const TAGGED = 'tagged'

export const SPACES = { user: 'user', mapping: 'policy-mapping', config: 'config' } as const
