import { StoreError } from '../store.ts'
import { invertedBytes, orderOfInverted } from './version-order.ts'

/**
 * Where everything lies in the index. The first byte names the kind of row; names follow as raw UTF-8, parted by a zero
 * byte, which bucket names, object keys and upload ids do not contain: so rows of one bucket lie together, objects in the
 * byte order of their keys, and the last, fixed-length part of a key can always be told apart.
 *
 * | row | key | value |
 * |---|---|---|
 * | bucket | `b` bucket | `BucketRow` |
 * | document of a bucket | `c` bucket 0 name | `BucketDocumentRow` |
 * | usage of a bucket | `u` bucket | `UsageRow` |
 * | latest version, when it is an object | `o` bucket 0 key | `ObjectRow`, with the key of its content row |
 * | any other version, and every delete marker | `v` bucket 0 key 0 inverted order (16 bytes) | `ObjectRow` or `MarkerRow` |
 * | history of a key that has `v` rows | `h` bucket 0 key | `HistoryRow` |
 * | content: small | `i` id | the bytes, with their sum (`blocks.ts`) |
 * | content: one file | `f` id | empty mark: the file `objects/<id>` is in use |
 * | content: several files | `l` id | `FilePiece[]` |
 * | content that several versions share | `r` key of the content row | how many do, in decimal |
 * | unfinished upload | `m` bucket 0 key 0 upload id | `UploadRow` |
 * | part of an upload | `p` upload id, part number in five digits | `PartRow` |
 * | document | `d` space 0 id | JSON |
 *
 * `o` holds what a plain GET and a plain listing see and nothing that they would have to skip; its rows hold no bytes and
 * no part lists, so that a listing page reads a few hundred bytes an object. The order of a version (`version-order.ts`)
 * is its version id, unless it is the null version; as it is in the key of the `v` row, newest first, a version is found by its
 * id with one `get`. Where the null version lies when it is not the latest, is in the `h` row. Of a key that was never
 * versioned there is the `o` row alone.
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

/** S3's limit, in bytes of UTF-8. */
const MAX_KEY_BYTES = 1024

/** @throws StoreError KeyTooLong */
export function checkKeyLength(key: string): void {
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new StoreError('KeyTooLong', `An object key has at most ${MAX_KEY_BYTES} bytes.`)
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

/** Takes the key of a `v` row apart; `from` is the length of what `versionsPrefix` gives. */
export function versionKeyParts(rowKey: Buffer, from: number): { key: Buffer; order: string } {
  const end = rowKey.length - ORDER_BYTES
  return { key: rowKey.subarray(from, end - 1), order: orderOfInverted(rowKey.subarray(end)) }
}

/** The first key behind all that begin with `prefix`, which must not be empty or end in 0xff (UTF-8 never does). */
export function behind(prefix: Buffer): Buffer {
  const next = Buffer.from(prefix)
  next.writeUInt8(next.readUInt8(next.length - 1) + 1, next.length - 1)
  return next
}
