import { StoreError } from './store.ts'

/**
 * Where everything lies in the index. The first byte names the kind of row; names follow as raw UTF-8, parted by a zero
 * byte, which neither bucket names nor upload ids contain: so rows of one bucket lie together, objects in the byte order
 * of their keys, and the last, fixed-length part of a key can always be told apart.
 *
 * | row | key | value |
 * |---|---|---|
 * | bucket | `b` bucket | `BucketRow` |
 * | usage of a bucket | `u` bucket | `UsageRow` |
 * | current object | `o` bucket 0 key | `ObjectRow`, with the key of its content row |
 * | content: small | `i` id | the bytes |
 * | content: one file | `f` id | empty mark: the file `objects/<id>` is in use |
 * | content: several files | `l` id | `FilePiece[]` |
 * | unfinished upload | `m` bucket 0 key 0 upload id | `UploadRow` |
 * | part of an upload | `p` upload id, part number in five digits | `PartRow` |
 * | document | `d` space 0 id | JSON |
 *
 * Object rows hold no bytes and no part lists, so that a listing page reads a few hundred bytes an object. Earlier
 * versions and delete markers have their place under a letter of their own: `o` holds what a plain GET and a plain
 * listing see and nothing that they would have to skip.
 */
export const ROW = {
  bucket: 'b',
  usage: 'u',
  object: 'o',
  inline: 'i',
  file: 'f',
  pieces: 'l',
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
export const uploadsPrefix = (bucket: string) => Buffer.from(`${ROW.upload}${bucket}\0`)
export const uploadKey = (bucket: string, key: string, uploadId: string) =>
  Buffer.from(`${ROW.upload}${bucket}\0${key}\0${uploadId}`)
export const partsPrefix = (uploadId: string) => Buffer.from(ROW.part + uploadId)
export const partKey = (uploadId: string, partNumber: number) =>
  Buffer.from(ROW.part + uploadId + String(partNumber).padStart(5, '0'))
export const fileKey = (id: string) => Buffer.from(ROW.file + id)
export const documentsPrefix = (space: string) => Buffer.from(`${ROW.document}${space}\0`)
export const documentKey = (space: string, id: string) => Buffer.from(`${ROW.document}${space}\0${id}`)

/** The first key behind all that begin with `prefix`, which must not be empty or end in 0xff (UTF-8 never does). */
export function behind(prefix: Buffer): Buffer {
  const next = Buffer.from(prefix)
  next.writeUInt8(next.readUInt8(next.length - 1) + 1, next.length - 1)
  return next
}
