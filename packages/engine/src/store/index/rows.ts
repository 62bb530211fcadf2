import type {
  BucketLock,
  ObjectChecksums,
  ObjectLock,
  ObjectMetadata,
  PartRecord,
  UploadRecord,
  Versioning,
} from '../store.ts'

/** Rows of the index, as JSON. Per-object rows have short field names, and empty fields are omitted. */

export interface BucketRow {
  createdAt: number
  versioning: Versioning
  lock?: BucketLock
}

export interface BucketDocumentRow {
  text: string
  updatedAt: number
}

/** `versions` without delete markers; `h` counts keys by the classes of `SIZE_CLASSES`, `v` by those of `VERSION_CLASSES`. */
export interface UsageRow {
  versions: number
  deleteMarkers: number
  bytes: number
  h: number[]
  v: number[]
}

/**
 * `s` size, `e` ETag, `m` last modified, `d` index key of the content row (absent for an empty object), `x` metadata, `l`
 * lock, `t` tags, `c` checksums, `y` encryption, `k` sealed key of the content (absent for empty objects, and for objects
 * in several files, which have their own keys), `z` marks the null version, `u` the multipart upload. `v` is the order. It
 * is absent in `v` rows, whose keys contain it, and for a null version that was the only version when it was created,
 * whose order follows from `m`.
 */
export interface ObjectRow {
  s: number
  e: string
  m: number
  d?: string
  x: MetadataRow
  l?: ObjectLock
  t?: Record<string, string>
  c?: ObjectChecksums
  y?: 1
  k?: string
  z?: 1
  v?: string
  u?: string
}

/** A delete marker; `m` and `z` as in `ObjectRow`. */
export interface MarkerRow {
  gone: 1
  m: number
  z?: 1
}

/** `n` versions with content, `b` their bytes, `k` delete markers, `z` order of a null version that has a `v` row. */
export interface HistoryRow {
  n: number
  b: number
  k: number
  z?: string
}

/** `t` content type, `h` standard headers, `u` user metadata. */
interface MetadataRow {
  t: string
  h?: Record<string, string>
  u?: Record<string, string>
}

/** A file of an object, in order, with the details of its part: `n` is the part number, the rest as in `PartRow`. */
export interface FilePiece extends PartRow {
  n: number
}

export interface UploadRow {
  startedAt: number
  x: MetadataRow
  l?: ObjectLock
  t?: Record<string, string>
  checksum?: NonNullable<UploadRecord['checksum']>
  y?: 1
}

/** Like `ObjectRow`; `id` is the part's file, `c` its checksums, `k` its sealed key if encrypted. */
export interface PartRow {
  s: number
  e: string
  m: number
  id: string
  c?: Record<string, string>
  k?: string
}

/** Trusts the caller's type: only the store writes the index. */
export function decodeRow<Row>(value: Buffer): Row {
  return JSON.parse(value.toString('utf8'))
}

export function encodeRow(row: object): Buffer {
  return Buffer.from(JSON.stringify(row))
}

export function metadataRow(metadata: ObjectMetadata): MetadataRow {
  const row: MetadataRow = { t: metadata.contentType }
  if (isFilled(metadata.headers)) row.h = metadata.headers
  if (isFilled(metadata.user)) row.u = metadata.user
  return row
}

export function metadataOf(row: MetadataRow): ObjectMetadata {
  return { contentType: row.t, headers: row.h ?? {}, user: row.u ?? {} }
}

export function isFilled(values: Record<string, string> | undefined): values is Record<string, string> {
  return values !== undefined && Object.keys(values).length > 0
}

export function partRecord(partNumber: number, { s, e, m, c }: PartRow): PartRecord {
  return { partNumber, size: s, etag: e, lastModified: m, checksums: c ?? {} }
}
