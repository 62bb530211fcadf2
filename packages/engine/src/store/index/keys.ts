import { StoreError } from '../store.ts'
import { invertedBytes, orderOfInverted } from './version-order.ts'

/**
 * The layout of the index. The first byte of a key is the type of the row. Names follow as raw UTF-8, separated by a zero
 * byte, which bucket names, object keys and upload ids can't contain. So the rows of a bucket are adjacent, objects are in
 * the byte order of their keys, and a fixed-length suffix can always be split off.
 *
 * | row | key | value |
 * |---|---|---|
 * | bucket | `b` bucket | `BucketRow` |
 * | document of a bucket | `c` bucket 0 name | `BucketDocumentRow` |
 * | usage of a bucket | `u` bucket | `UsageRow` |
 * | latest version, when it is an object | `o` bucket 0 key | `ObjectRow`, with the key of its content row |
 * | any other version, and every delete marker | `v` bucket 0 key 0 inverted order (16 bytes) | `ObjectRow` or `MarkerRow` |
 * | history of a key that has `v` rows | `h` bucket 0 key | `HistoryRow` |
 * | content: small | `i` id | the bytes and their checksum (`blocks.ts`) |
 * | content: one file | `f` id | empty mark: the file `objects/<id>` is in use |
 * | content: several files | `l` id | `FilePiece[]` |
 * | content that several versions share | `r` key of the content row | number of versions, in decimal |
 * | incomplete upload | `m` bucket 0 key 0 upload id | `UploadRow` |
 * | part of an upload | `p` upload id, part number in five digits | `PartRow` |
 * | document | `d` space 0 id | JSON |
 *
 * `o` rows are exactly what a plain GET or listing sees. They hold no content and no part lists, so a listing page reads a
 * few hundred bytes per object. The order of a version (`version-order.ts`) is its version id, except for the null version.
 * It is part of the key of the `v` row, newest first, so a version is found by its id with one `get`. The `h` row locates a
 * null version that isn't the latest. A key that was never versioned has only an `o` row.
 */
export const ROW = {
  bucket: 'b',
  bucketDocument: 'c',
  usage: 'u',
  object: 'o',
  version: 'v',
  history: 'h',
  inline: 'i',
  file: 'f',
  pieces: 'l',
  shares: 'r',
  upload: 'm',
  part: 'p',
  document: 'd',
} as const

/** S3's limit in UTF-8 bytes. */
const MAX_KEY_BYTES = 1024

/** @throws StoreError KeyTooLong */
export function checkKeyLength(key: string): void {
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new StoreError('KeyTooLong', `An object key can have at most ${MAX_KEY_BYTES} bytes.`)
  }
}

export const bucketKey = (bucket: string) => Buffer.from(ROW.bucket + bucket)
export const usageKey = (bucket: string) => Buffer.from(ROW.usage + bucket)
export const objectsPrefix = (bucket: string) => Buffer.from(`${ROW.object}${bucket}\0`)
export const objectKey = (bucket: string, key: string) => Buffer.from(`${ROW.object}${bucket}\0${key}`)
export const versionsPrefix = (bucket: string) => Buffer.from(`${ROW.version}${bucket}\0`)
export const versionsOfKey = (bucket: string, key: string) => Buffer.from(`${ROW.version}${bucket}\0${key}\0`)
export const versionKey = (bucket: string, key: string, order: string) =>
  Buffer.concat([versionsOfKey(bucket, key), invertedBytes(order)])
export const historyKey = (bucket: string, key: string) => Buffer.from(`${ROW.history}${bucket}\0${key}`)
export const sharesKey = (content: string) => Buffer.from(ROW.shares + content)
export const bucketDocumentsPrefix = (bucket: string) => Buffer.from(`${ROW.bucketDocument}${bucket}\0`)
export const bucketDocumentKey = (bucket: string, name: string) =>
  Buffer.from(`${ROW.bucketDocument}${bucket}\0${name}`)
export const uploadsPrefix = (bucket: string) => Buffer.from(`${ROW.upload}${bucket}\0`)
export const uploadKey = (bucket: string, key: string, uploadId: string) =>
  Buffer.from(`${ROW.upload}${bucket}\0${key}\0${uploadId}`)
export const partsPrefix = (uploadId: string) => Buffer.from(ROW.part + uploadId)
export const partKey = (uploadId: string, partNumber: number) =>
  Buffer.from(ROW.part + uploadId + String(partNumber).padStart(5, '0'))
export const fileKey = (id: string) => Buffer.from(ROW.file + id)
export const documentsPrefix = (space: string) => Buffer.from(`${ROW.document}${space}\0`)
export const documentKey = (space: string, id: string) => Buffer.from(`${ROW.document}${space}\0${id}`)

const ORDER_BYTES = 16

/** Parses the key of a `v` row; `from` is the length of `versionsPrefix`. */
export function versionKeyParts(rowKey: Buffer, from: number): { key: Buffer; order: string } {
  const end = rowKey.length - ORDER_BYTES
  return { key: rowKey.subarray(from, end - 1), order: orderOfInverted(rowKey.subarray(end)) }
}

/** The first key after all keys with this prefix, which must not be empty or end in 0xff (UTF-8 never does). */
export function behind(prefix: Buffer): Buffer {
  const next = Buffer.from(prefix)
  next.writeUInt8(next.readUInt8(next.length - 1) + 1, next.length - 1)
  return next
}
