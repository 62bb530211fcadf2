/**
 * Removes the aws-chunked framing from a body. Bytes are passed on as slices of the input as they arrive; a chunk with a
 * wrong signature throws at its end, so callers that store the bytes must not make them visible before the iteration
 * has finished successfully.
 */
import { createHash, type Hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { equalInConstantTime } from '../hash.ts'
import { type ChunkSignatures, chunkSignatures } from './chunk-signatures.ts'
import { refusal } from './refusals.ts'
import type { SigningSeed } from './sign.ts'

/**
 * MinIO's limit; a larger chunk is rejected with its own error. Unsigned chunks have no limit: the AWS SDK for Go sends a body
 * as one chunk over HTTPS.
 */
const MAX_SIGNED_CHUNK_BYTES = 16 * 1024 * 1024
/** `1000000;chunk-signature=` and 64 digits are 89 characters. */
const MAX_CHUNK_HEADER_BYTES = 128
const MAX_TRAILER_BYTES = 4096
const LF = 0x0a
/** Chunks that are decoded before others are served. */
const CHUNKS_PER_TURN = 512

export interface ChunkedOptions {
  /** `x-amz-decoded-content-length`; a longer body is rejected immediately, a shorter one at its end. */
  decodedLength: number
  /** Names (lower case) that `x-amz-trailer` announced. Each must be sent, and no other. Absent: no trailer follows. */
  trailers?: readonly string[]
  /** Called with the trailer before the iteration ends; may throw. */
  onTrailers?: (trailers: ReadonlyMap<string, string>) => void
}

/** Decodes `STREAMING-UNSIGNED-PAYLOAD-TRAILER`. The iteration throws a WireError on any error. */
export function decodeUnsignedTrailer(
  body: AsyncIterable<Uint8Array>,
  options: ChunkedOptions,
): AsyncIterable<Uint8Array> {
  return decode(body, { trailers: [], ...options }, undefined)
}

/** Decodes `STREAMING-AWS4-HMAC-SHA256-PAYLOAD`, and its `-TRAILER` form if `trailers` is set. */
export function decodeSignedChunks(
  body: AsyncIterable<Uint8Array>,
  seed: SigningSeed,
  options: ChunkedOptions,
): AsyncIterable<Uint8Array> {
  return decode(body, options, chunkSignatures(seed))
}

type State = 'header' | 'bytes' | 'afterBytes' | 'trailer' | 'ended'

async function* decode(
  body: AsyncIterable<Uint8Array>,
  options: ChunkedOptions,
  signatures: ChunkSignatures | undefined,
): AsyncGenerator<Uint8Array> {
  let state: State = 'header'
  let line = ''
  let left = 0
  let total = 0
  let chunks = 0
  let given = ''
  let hash: Hash | undefined

  for await (const piece of body) {
    let at = 0
    while (at < piece.length) {
      if (state === 'bytes') {
        const slice = piece.subarray(at, at + left)
        hash?.update(slice)
        left -= slice.length
        at += slice.length
        if (left === 0) {
          if (hash !== undefined) checkChunk(signatures, hash, given)
          state = 'afterBytes'
        }
        yield slice
        continue
      }
      if (state === 'trailer') {
        line += latin1(piece, at, piece.length)
        if (line.length > MAX_TRAILER_BYTES) throw refusal('chunkMalformed')
        break
      }
      const end = piece.indexOf(LF, at)
      line += latin1(piece, at, end < 0 ? piece.length : end)
      if (line.length > MAX_CHUNK_HEADER_BYTES) throw refusal('chunkMalformed')
      if (end < 0) break
      at = end + 1
      if (!line.endsWith('\r')) throw refusal('chunkMalformed')
      const text = line.slice(0, -1)
      line = ''
      if (state !== 'header') {
        if (text !== '' || (state === 'ended' && at < piece.length)) throw refusal('chunkMalformed')
        if (state === 'afterBytes') state = 'header'
        continue
      }
      // Tiny chunks would keep the thread busy for as long as a megabyte of them is buffered.
      if (++chunks % CHUNKS_PER_TURN === 0) await nextTurn()
      const chunk = parseChunkHeader(text, signatures !== undefined)
      total += chunk.bytes
      if (total > options.decodedLength) throw refusal('bodyTooLong')
      left = chunk.bytes
      given = chunk.signature
      hash = signatures === undefined ? undefined : createHash('sha256')
      if (left > 0) {
        state = 'bytes'
      } else {
        if (hash !== undefined) checkChunk(signatures, hash, given)
        state = options.trailers === undefined ? 'ended' : 'trailer'
      }
    }
  }

  if (state === 'trailer') {
    const trailers = readTrailer(line, options.trailers ?? [], signatures)
    if (total !== options.decodedLength) throw refusal('bodyIncomplete')
    options.onTrailers?.(trailers)
  } else if (state !== 'ended' || total !== options.decodedLength) {
    throw refusal('bodyIncomplete')
  }
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1')
}

function parseChunkHeader(text: string, isSigned: boolean): { bytes: number; signature: string } {
  const match = isSigned
    ? /^([0-9a-fA-F]{1,16});chunk-signature=([0-9a-f]{64})$/.exec(text)
    : /^([0-9a-fA-F]{1,16})$/.exec(text)
  if (match === null) throw refusal('chunkMalformed')
  const bytes = Number.parseInt(match[1] ?? '', 16)
  if (isSigned && bytes > MAX_SIGNED_CHUNK_BYTES) throw refusal('chunkTooBig')
  return { bytes, signature: match[2] ?? '' }
}

function checkChunk(signatures: ChunkSignatures | undefined, hash: Hash, given: string): void {
  const expected = signatures?.next(hash.digest('hex')) ?? ''
  if (!equalInConstantTime(expected, given)) throw refusal('signatureMismatch')
}

const TRAILER_SIGNATURE = 'x-amz-trailer-signature'

/** Lines end with CRLF, or with a bare line feed from some clients; the signed form ends each with a line feed. */
function readTrailer(
  text: string,
  announced: readonly string[],
  signatures: ChunkSignatures | undefined,
): ReadonlyMap<string, string> {
  const trailers = new Map<string, string>()
  let signed = ''
  let given: string | undefined
  for (const line of text.split(/\r?\n/)) {
    if (line === '') continue
    const colon = line.indexOf(':')
    if (colon <= 0) throw refusal('chunkMalformed')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (name === TRAILER_SIGNATURE && given === undefined) {
      given = value
      continue
    }
    if (!announced.includes(name) || trailers.has(name) || given !== undefined) throw refusal('chunkMalformed')
    trailers.set(name, value)
    signed += `${line}\n`
  }
  if (signatures !== undefined) {
    if (given === undefined) throw refusal('chunkMalformed')
    if (!equalInConstantTime(signatures.trailer(signed), given)) throw refusal('signatureMismatch')
  }
  if (trailers.size < announced.length) throw refusal('chunkMalformed')
  return trailers
}
