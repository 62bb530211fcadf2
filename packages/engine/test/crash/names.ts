/**
 * The names under which the ledger records writes, each as one text. The content of objects and versions is recorded as the id in
 * their metadata and the digest of their bytes, so that no two are confused.
 */
export const nameOf = {
  /** A bucket that is never deleted; its content is `EXISTS`. */
  bucket: (bucket: string) => JSON.stringify(['bucket', bucket]),
  /** The object of a bucket that was never versioned. */
  object: (bucket: string, key: string) => JSON.stringify(['object', bucket, key]),
  /** A version that was written while versioning was enabled, by the id in its metadata. */
  version: (bucket: string, key: string, id: string) => JSON.stringify(['version', bucket, key, id]),
  /** The null version of a key in a bucket that is versioned: an object or a marker. */
  nullVersion: (bucket: string, key: string) => JSON.stringify(['null version', bucket, key]),
  /** A delete marker with its own version ID. */
  marker: (bucket: string, key: string, versionId: string) => JSON.stringify(['marker', bucket, key, versionId]),
  /** An incomplete upload; its content is `EXISTS`. */
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
 * The group of a name with an ID that the store chooses, by kind and key; undefined for other names. See
 * `Ledger.startUnnamed`.
 */
export function groupOf(name: string): string | undefined {
  const [kind, bucket, key] = JSON.parse(name)
  return kind === 'marker' || kind === 'upload' ? `${kind} ${bucket}/${key}` : undefined
}

export const MARKER = 'marker'
export const EXISTS = 'exists'

/** The recorded content of an object or a version. */
export function contentEntry(id: string | undefined, digest: string): string {
  return `${id}:${digest}`
}

/** `staves` is repeatedly deleted with its contents; the others are kept, so the outcome of their uploads is known. */
export const BUCKETS = {
  plain: 'casks',
  passing: 'staves',
  versioned: 'vats',
  /** Repeatedly created and deleted; it never contains anything but a document. */
  empty: 'hoops',
  /** Its versioning is alternately enabled and suspended, by one client at a time. */
  suspended: 'sumps',
} as const

export const KEYS = ['a', 'a/b', 'oak', 'é/ß', 'z'] as const

/** An object that is never deleted or overwritten, but its tags are. */
export const TAGGED = 'tagged'

export const SPACES = { user: 'user', mapping: 'policy-mapping', config: 'config' } as const
