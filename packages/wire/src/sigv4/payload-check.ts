/**
 * Everything that a request declares about its body, checked while the body is read: its length, the signed hash, Content-MD5,
 * `x-amz-checksum-*` in header or trailer, and the aws-chunked framing.
 */
import { createHash } from 'node:crypto'
import {
  announcedChecksum,
  CHECKSUM_ALGORITHMS,
  type ChecksumAlgorithm,
  checksumHeader,
  createChecksum,
} from '../checksum.ts'
import { decodeSignedChunks, decodeUnsignedTrailer } from './chunked-decode.ts'
import { header, type IncomingHeaders } from './incoming.ts'
import { PAYLOAD } from './payload.ts'
import { refusal } from './refusals.ts'
import type { VerifiedRequest } from './verification.ts'

/** Compares the received bytes with what was announced; called once, after the last byte. Throws a WireError. */
interface BodyCheck {
  update(bytes: Uint8Array): void
  finish(): void
}

export interface CheckedPayload {
  /** Bytes that `body` yields: the decoded length of a chunked body. */
  length: number
  /** The object's bytes. Throws a WireError as soon as something is wrong, at the latest at its end. */
  body: AsyncIterable<Uint8Array>
  /**
   * The `x-amz-checksum-*` from a header or the trailer, in base64. It is verified once `body` has finished
   * successfully.
   */
  checksum(): { algorithm: ChecksumAlgorithm; value: string } | undefined
}

export interface PayloadOptions {
  /**
   * `x-amz-checksum-*` headers refer to something other than this body: those of CompleteMultipartUpload refer to the object
   * that the parts form.
   */
  checksumHeadersAreForeign?: boolean
}

const CHUNKED: ReadonlySet<string> = new Set([
  PAYLOAD.unsignedTrailer,
  PAYLOAD.signedChunks,
  PAYLOAD.signedChunksTrailer,
])

/**
 * The body of a verified request, or of an anonymous one (`verified` undefined), decoded and with all checks
 * included.
 * @throws WireError immediately for errors in the headers alone: no length, a malformed digest or checksum
 */
export function checkedPayload(
  headers: IncomingHeaders,
  body: AsyncIterable<Uint8Array>,
  verified: Pick<VerifiedRequest, 'payloadHash' | 'seed'> | undefined,
  options: PayloadOptions = {},
): CheckedPayload {
  const payloadHash = verified?.payloadHash ?? header(headers, 'x-amz-content-sha256') ?? PAYLOAD.unsigned
  const checks: BodyCheck[] = []
  const md5 = header(headers, 'content-md5')
  if (md5 !== undefined) checks.push(md5Check(md5))

  if (!CHUNKED.has(payloadHash)) {
    const length = plainLength(headers)
    if (payloadHash !== PAYLOAD.unsigned) checks.push(sha256Check(payloadHash))
    const announced = options.checksumHeadersAreForeign ? undefined : announcedIn(headers)
    if (announced !== undefined) checks.push(checksumCheck(announced.algorithm, () => announced.value))
    // A trailer that can't be sent: its checksum counts as missing.
    if (checksumsIn(trailerNames(headers)).length > 0) checks.push(missedChecksum)
    return { length, body: check(exactly(body, length), checks), checksum: () => announced }
  }

  const length = parseLength(header(headers, 'x-amz-decoded-content-length') ?? header(headers, 'content-length'))
  const names = trailerNames(headers)
  const trailers = payloadHash === PAYLOAD.signedChunks ? undefined : names
  let received: ReadonlyMap<string, string> = new Map()
  const inTrailer = checksumsIn(names)
  if (inTrailer.length > 1) throw refusal('checksumInvalid')
  for (const algorithm of inTrailer) {
    checks.push(checksumCheck(algorithm, () => received.get(checksumHeader(algorithm))))
  }
  const announced = announcedIn(headers)
  if (announced !== undefined) checks.push(checksumCheck(announced.algorithm, () => announced.value))

  const framing = {
    decodedLength: length,
    ...(trailers === undefined ? {} : { trailers }),
    onTrailers(values: ReadonlyMap<string, string>) {
      received = values
    },
  }
  const checksum = () => {
    const [algorithm] = inTrailer
    if (algorithm === undefined) return announced
    const value = received.get(checksumHeader(algorithm))
    return value === undefined ? undefined : { algorithm, value }
  }
  if (payloadHash === PAYLOAD.unsignedTrailer) {
    return { length, body: check(decodeUnsignedTrailer(body, framing), checks), checksum }
  }
  if (verified === undefined) throw refusal('accessDenied')
  if (verified.seed === undefined) throw refusal('mechanismNotSupported')
  return { length, body: check(decodeSignedChunks(body, verified.seed, framing), checks), checksum }
}

async function* check(body: AsyncIterable<Uint8Array>, checks: BodyCheck[]): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    for (const one of checks) one.update(bytes)
    yield bytes
  }
  for (const one of checks) one.finish()
}

async function* exactly(body: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const bytes of body) {
    seen += bytes.length
    if (seen > length) throw refusal('bodyTooLong')
    yield bytes
  }
  if (seen < length) throw refusal('bodyIncomplete')
}

/** Without either header a request has no body (RFC 9112 section 6.3). */
function plainLength(headers: IncomingHeaders): number {
  const length = header(headers, 'content-length')
  return length === undefined && header(headers, 'transfer-encoding') === undefined ? 0 : parseLength(length)
}

function parseLength(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw refusal('contentLengthMissing')
  return Number(text)
}

function trailerNames(headers: IncomingHeaders): string[] {
  const value = headers['x-amz-trailer'] ?? []
  return (Array.isArray(value) ? value : [value])
    .flatMap((names) => names.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
}

function checksumsIn(names: readonly string[]): ChecksumAlgorithm[] {
  return CHECKSUM_ALGORITHMS.filter((algorithm) => names.includes(checksumHeader(algorithm)))
}

const missedChecksum: BodyCheck = {
  update() {},
  finish() {
    throw refusal('checksumMismatch')
  },
}

function announcedIn(headers: IncomingHeaders) {
  return announcedChecksum(
    (name) => header(headers, name),
    () => refusal('checksumInvalid'),
  )
}

function sha256Check(expected: string): BodyCheck {
  if (!/^[0-9a-fA-F]{64}$/.test(expected)) throw refusal('contentHashMismatch')
  const hash = createHash('sha256')
  return {
    update: (bytes) => void hash.update(bytes),
    finish() {
      if (hash.digest('hex') !== expected.toLowerCase()) throw refusal('contentHashMismatch')
    },
  }
}

function md5Check(expected: string): BodyCheck {
  if (Buffer.from(expected, 'base64').length !== 16) throw refusal('md5Invalid')
  const hash = createHash('md5')
  return {
    update: (bytes) => void hash.update(bytes),
    finish() {
      if (hash.digest('base64') !== expected.trim()) throw refusal('md5Mismatch')
    },
  }
}

function checksumCheck(algorithm: ChecksumAlgorithm, expected: () => string | undefined): BodyCheck {
  const checksum = createChecksum(algorithm)
  return {
    update: (bytes) => checksum.update(bytes),
    finish() {
      if (checksum.base64() !== expected()) throw refusal('checksumMismatch')
    },
  }
}
