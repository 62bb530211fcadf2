import { Readable } from 'node:stream'
import { AppError, reasonText } from '@cooperage/contract'
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  type MultipartUpload,
  putObject,
  type StorageClient,
  StorageError,
  type UploadBody,
  uploadPart,
} from '@cooperage/storage-client'
import { MAX_PARTS } from '@cooperage/wire'
import { beginningWith } from '../shared/beginning-with.ts'
import type { ByteBudget } from './byte-budget.ts'

/** A part of a form whose length is unknown is buffered up to this size and sent in one piece; a longer one is uploaded in pieces. */
export const HELD_BYTES = 16 * 1024 * 1024

/** The object to store. */
interface Incoming {
  bucket: string
  key: string
  contentType: string
  /** The length that the client announced and that fits into the request; undefined when nothing reliable is known. */
  size: number | undefined
  content: AsyncIterable<Buffer>
}

export interface StoredObject {
  name: string
  size: number
  etag: string
}

/**
 * Stores one part of a form. S3 requires a length before the first byte: an announced length is used and enforced, anything
 * else is buffered up to `HELD_BYTES`, and longer content becomes a multipart upload. After a failure nothing is left behind.
 * @throws AppError UploadIncomplete when the content is not as long as announced
 */
export async function storePart(
  storage: StorageClient,
  incoming: Incoming,
  budget: ByteBudget,
  signal: AbortSignal,
): Promise<StoredObject> {
  if (incoming.size !== undefined) return await storeStream(storage, incoming, incoming.size)
  const release = await budget.take(HELD_BYTES, signal)
  try {
    return await storeBuffered(storage, incoming)
  } finally {
    release()
  }
}

async function storeStream(storage: StorageClient, incoming: Incoming, size: number): Promise<StoredObject> {
  const { bucket, key, contentType, content } = incoming
  const pieces = exactly(size, content)
  // Signed when the first bytes are there, because keys can be renewed while a slow client sends nothing.
  const bytes = beginningWith(await pieces.next(), pieces)
  return { name: key, size, etag: await putObject(storage, bucket, key, { size, bytes }, contentType) }
}

/** Passes the content on and fails if it is longer or shorter than announced, before the storage server has all of it. */
async function* exactly(size: number, content: Incoming['content']): AsyncGenerator<Buffer> {
  let left = size
  for await (const piece of content) {
    left -= piece.length
    if (left < 0) throw new AppError('UploadIncomplete')
    // The last piece completes the object, so it is sent only once the form has ended.
    if (left > 0) yield piece
    else yield* lastPiece(piece, content)
  }
  if (left > 0) throw new AppError('UploadIncomplete')
}

async function* lastPiece(piece: Buffer, rest: Incoming['content']): AsyncGenerator<Buffer> {
  const kept = Buffer.from(piece)
  for await (const more of rest) if (more.length > 0) throw new AppError('UploadIncomplete')
  yield kept
}

async function storeBuffered(storage: StorageClient, incoming: Incoming): Promise<StoredObject> {
  const { bucket, key, contentType } = incoming
  const pieces = piecesOf(incoming.content, HELD_BYTES)
  const first = await nextPiece(pieces)
  if (!first.isLast) return await storeInParts(storage, incoming, first, pieces)
  return { name: key, size: first.size, etag: await putObject(storage, bucket, key, bodyOf(first), contentType) }
}

async function storeInParts(
  storage: StorageClient,
  { bucket, key, contentType }: Incoming,
  first: Piece,
  pieces: AsyncGenerator<Piece>,
): Promise<StoredObject> {
  const upload = await createMultipartUpload(storage, bucket, key, contentType)
  try {
    const parts = [await uploadPart(storage, upload, 1, bodyOf(first))]
    let size = first.size
    for await (const piece of pieces) {
      if (parts.length === MAX_PARTS) throw new AppError('InvalidInput', { reason: reasonText('fileTooLarge') })
      parts.push(await uploadPart(storage, upload, parts.length + 1, bodyOf(piece)))
      size += piece.size
    }
    const { etag } = await completeMultipartUpload(storage, upload, parts)
    return { name: key, size, etag }
  } catch (error) {
    const abandoned = abandon(storage, upload)
    // If the storage server is down, aborting would only delay the response further.
    if (!(error instanceof StorageError && error.kind === 'timeout')) await abandoned
    throw error
  }
}

/** How long the storage server may take to abort the upload of a client that disconnected. */
const ABANDON_TIMEOUT_MS = 8_000

/** Ignores the request's signal, which may be what ended the upload. */
async function abandon(storage: StorageClient, upload: MultipartUpload): Promise<void> {
  const unlimited = { ...storage, signal: AbortSignal.timeout(ABANDON_TIMEOUT_MS) }
  await abortMultipartUpload(unlimited, upload).catch((error) => {
    // Parts on an unreachable server can't be deleted; servers remove incomplete uploads after a day.
    if (!(error instanceof StorageError)) throw error
  })
}

interface Piece {
  buffers: Buffer[]
  size: number
  isLast: boolean
}

/** Cuts the content into pieces of exactly `length` bytes; the last one is shorter, and empty only if it is the only one. */
async function* piecesOf(content: AsyncIterable<Buffer>, length: number): AsyncGenerator<Piece> {
  let buffers: Buffer[] = []
  let size = 0
  for await (let chunk of content) {
    while (size + chunk.length > length) {
      const head = Buffer.from(chunk.subarray(0, length - size))
      yield { buffers: [...buffers, head], size: length, isLast: false }
      chunk = chunk.subarray(head.length)
      buffers = []
      size = 0
    }
    buffers.push(Buffer.from(chunk))
    size += chunk.length
  }
  yield { buffers, size, isLast: true }
}

async function nextPiece(pieces: AsyncGenerator<Piece>): Promise<Piece> {
  const { value, done } = await pieces.next()
  if (done) throw new Error('There is always a last piece')
  return value
}

function bodyOf({ buffers, size }: Piece): UploadBody {
  return { size, bytes: Readable.from(buffers) }
}
