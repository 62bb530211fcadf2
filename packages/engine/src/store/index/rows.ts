import type {
  BucketLock,
  ObjectChecksums,
  ObjectLock,
  ObjectMetadata,
  PartRecord,
  UploadRecord,
  Versioning,
} from '../store.ts'

/** Rows of the index as JSON. Fields are short in rows that are as many as objects, and absent when empty. */

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
 * lock, `t` tags, `c` checksums, `y` that it is encrypted, `k` the sealed key of its content (none where there are no bytes,
 * and none of an object in pieces, which have their own), `z` of the null version. `v` is the order, absent in `v` rows, whose keys have it, and of a null
 * version that was the only version of its key when it was made: it follows from `m` then. `u` is the upload that it was.
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

/** `n` versions with bytes, `b` their bytes, `k` delete markers, `z` the order of the null version when it has a `v` row. */
export interface HistoryRow {
  n: number
  b: number
  k: number
  z?: string
}

/** `t` content type, `h` standard headers, `u` user metadata. */
export interface MetadataRow {
  t: string
  h?: Record<string, string>
  u?: Record<string, string>
}

/** One of the files that make up an object, in order; the rest is of the part that it was: `n` its number, and as in `PartRow`. */
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

/** Like `ObjectRow`; `id` names the part's file, `c` are its checksums, `k` is its key when it is encrypted. */
export interface PartRow {
  s: number
  e: string
  m: number
  id: string
  c?: Record<string, string>
  k?: string
}

/** The type is the caller's knowledge of which rows lie under which key: the index is written by nobody else. */
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
