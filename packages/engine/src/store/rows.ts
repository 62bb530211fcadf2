import type { ObjectMetadata, ObjectRecord } from './store.ts'

/** Rows of the index as JSON. Fields are short in rows that are as many as objects, and absent when empty. */

export interface BucketRow {
  createdAt: number
}

/** `h` counts objects by the classes of `SIZE_CLASSES`. */
export interface UsageRow {
  objects: number
  bytes: number
  h: number[]
}

/** `s` size, `e` ETag, `m` last modified, `d` index key of the content row (absent for an empty object), `x` metadata. */
export interface ObjectRow {
  s: number
  e: string
  m: number
  d?: string
  x: MetadataRow
}

/** `t` content type, `h` standard headers, `u` user metadata. */
export interface MetadataRow {
  t: string
  h?: Record<string, string>
  u?: Record<string, string>
}

/** One of the files that make up an object, in order; `e` is the ETag of the part that it was. */
export interface FilePiece {
  id: string
  s: number
  e: string
}

export interface UploadRow {
  startedAt: number
  x: MetadataRow
}

/** Like `ObjectRow`; `id` names the part's file. */
export interface PartRow {
  s: number
  e: string
  m: number
  id: string
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
  if (Object.keys(metadata.headers).length > 0) row.h = metadata.headers
  if (Object.keys(metadata.user).length > 0) row.u = metadata.user
  return row
}

export function metadataOf(row: MetadataRow): ObjectMetadata {
  return { contentType: row.t, headers: row.h ?? {}, user: row.u ?? {} }
}

export function objectRecord(bucket: string, key: string, row: ObjectRow): ObjectRecord {
  return { bucket, key, size: row.s, etag: row.e, lastModified: row.m, metadata: metadataOf(row.x) }
}
