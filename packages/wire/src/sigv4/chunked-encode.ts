/**
 * Adds the aws-chunked framing to a body. Chunks have one size, so that the total length is known before it
 * starts; the pieces of a chunk are collected, never copied.
 */
import { createHash } from 'node:crypto'
import {
  CHECKSUM_BYTES,
  type ChecksumAlgorithm,
  checksumHeader,
  createChecksum,
  type RunningChecksum,
} from '../checksum.ts'
import { type ChunkSignatures, chunkSignatures } from './chunk-signatures.ts'
import type { SigningSeed } from './sign.ts'

/** AWS requires at least 8 KiB in every chunk but the last; MinIO allows at most 16 MiB. */
const DEFAULT_CHUNK_BYTES = 128 * 1024
const SIGNATURE_BYTES = ';chunk-signature='.length + 64
const CRLF = Buffer.from('\r\n')

export interface EncodeOptions {
  /** Checksum to compute while sending and to send in the trailer; announce it with `x-amz-trailer`. */
  checksum?: ChecksumAlgorithm
  chunkBytes?: number
}

/** Body for `STREAMING-UNSIGNED-PAYLOAD-TRAILER`. */
export function encodeUnsignedTrailer(
  body: AsyncIterable<Uint8Array>,
  options: EncodeOptions & { checksum: ChecksumAlgorithm },
): AsyncIterable<Uint8Array> {
  return encode(body, options, undefined)
}

/** Body for `STREAMING-AWS4-HMAC-SHA256-PAYLOAD`, and with a checksum for its `-TRAILER` form. */
export function encodeSignedChunks(
  body: AsyncIterable<Uint8Array>,
  seed: SigningSeed,
  options: EncodeOptions = {},
): AsyncIterable<Uint8Array> {
  return encode(body, options, chunkSignatures(seed))
}

/** `Content-Length` of an encoded body, from the length of its content. */
export function chunkedLength(decodedLength: number, options: EncodeOptions & { isSigned: boolean }): number {
  const chunkBytes = options.chunkBytes ?? DEFAULT_CHUNK_BYTES
  const frame = (bytes: number) => bytes.toString(16).length + (options.isSigned ? SIGNATURE_BYTES : 0) + 2
  const full = Math.floor(decodedLength / chunkBytes)
  const rest = decodedLength % chunkBytes
  let length = full * (frame(chunkBytes) + chunkBytes + 2) + frame(0) + 2
  if (rest > 0) length += frame(rest) + rest + 2
  if (options.checksum === undefined) return length
  length += `${checksumHeader(options.checksum)}:`.length + Math.ceil(CHECKSUM_BYTES[options.checksum] / 3) * 4 + 2
  return options.isSigned ? length + 'x-amz-trailer-signature:'.length + 64 + 2 : length
}

async function* encode(
  body: AsyncIterable<Uint8Array>,
  options: EncodeOptions,
  signatures: ChunkSignatures | undefined,
): AsyncGenerator<Uint8Array> {
  const chunkBytes = options.chunkBytes ?? DEFAULT_CHUNK_BYTES
  const checksum = options.checksum === undefined ? undefined : createChecksum(options.checksum)
  let pieces: Uint8Array[] = []
  let gathered = 0
  for await (const piece of body) {
    checksum?.update(piece)
    for (let at = 0; at < piece.length; ) {
      // A body may free a chunk when the next one is requested.
      const slice = Buffer.from(piece.subarray(at, at + chunkBytes - gathered))
      pieces.push(slice)
      gathered += slice.length
      at += slice.length
      if (gathered === chunkBytes) {
        yield* frameChunk(pieces, gathered, signatures)
        pieces = []
        gathered = 0
      }
    }
  }
  if (gathered > 0) yield* frameChunk(pieces, gathered, signatures)
  yield chunkHeader([], 0, signatures)
  yield Buffer.from(`${trailer(options.checksum, checksum, signatures)}\r\n`)
}

function* frameChunk(
  pieces: Uint8Array[],
  bytes: number,
  signatures: ChunkSignatures | undefined,
): Generator<Uint8Array> {
  yield chunkHeader(pieces, bytes, signatures)
  yield* pieces
  yield CRLF
}

function chunkHeader(pieces: Uint8Array[], bytes: number, signatures: ChunkSignatures | undefined): Buffer {
  if (signatures === undefined) return Buffer.from(`${bytes.toString(16)}\r\n`)
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return Buffer.from(`${bytes.toString(16)};chunk-signature=${signatures.next(hash.digest('hex'))}\r\n`)
}

function trailer(
  algorithm: ChecksumAlgorithm | undefined,
  checksum: RunningChecksum | undefined,
  signatures: ChunkSignatures | undefined,
): string {
  if (algorithm === undefined || checksum === undefined) return ''
  const line = `${checksumHeader(algorithm)}:${checksum.base64()}`
  const signed = signatures === undefined ? '' : `x-amz-trailer-signature:${signatures.trailer(`${line}\n`)}\r\n`
  return `${line}\r\n${signed}`
}
