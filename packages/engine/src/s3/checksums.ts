/** Checksums of objects and parts in requests and responses. */
import type { IncomingHttpHeaders } from 'node:http'
import {
  CHECKSUM_ALGORITHMS,
  type CheckedPayload,
  type ChecksumAlgorithm,
  checksumHeader,
  parseChecksumAlgorithm,
  parseChecksumType,
} from '@cooperage/wire'
import type { ObjectChecksums } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { s3Error } from './errors.ts'

/** Whether the request asks for checksums in the response. */
export function requestsChecksums(headers: IncomingHttpHeaders): boolean {
  return headers['x-amz-checksum-mode'] === 'ENABLED'
}

/** Headers with the prefix of checksums that hold options. */
const CHECKSUM_OPTIONS: ReadonlySet<string> = new Set(
  ['algorithm', 'mode', 'type'].map((word) => `x-amz-checksum-${word}`),
)
const CHECKSUMS: ReadonlySet<string> = new Set(CHECKSUM_ALGORITHMS.map(checksumHeader))

/**
 * Clients rely on the verification of the checksums they send, so unsupported ones are rejected, whether in a header, announced
 * for the trailer or named as an algorithm only.
 * @throws WireError InvalidRequest; InvalidArgument for `x-amz-checksum-algorithm` and `x-amz-checksum-type`, as in MinIO
 */
export function rejectUnknownChecksums(headers: IncomingHttpHeaders): void {
  const sent = [...Object.keys(headers).filter((name) => !CHECKSUM_OPTIONS.has(name)), ...trailerNames(headers)]
  const unknown = sent.find((name) => name.startsWith('x-amz-checksum-') && !CHECKSUMS.has(name))
  if (unknown !== undefined) throw s3Error('InvalidRequest', `The checksum ${unknown} is not supported. ${SUPPORTED}`)
  const used = headers['x-amz-sdk-checksum-algorithm']?.toString()
  if (used && parseChecksumAlgorithm(used) === undefined) {
    throw s3Error('InvalidRequest', `The checksum algorithm ${used} is not supported. ${SUPPORTED}`)
  }
  const named = headers['x-amz-checksum-algorithm']?.toString()
  const type = headers['x-amz-checksum-type']?.toString()
  if ((named && parseChecksumAlgorithm(named) === undefined) || (type && parseChecksumType(type) === undefined)) {
    throw s3Error('InvalidArgument', 'Invalid checksum provided.')
  }
}

const SUPPORTED = `Use one of ${CHECKSUM_ALGORITHMS.join(', ')}.`

/** The algorithm of the checksum in a header, or announced for the trailer. */
export function announcedAlgorithm(headers: S3Call['headers']): ChecksumAlgorithm | undefined {
  const trailers = trailerNames(headers)
  return CHECKSUM_ALGORITHMS.find(
    (algorithm) => headers[checksumHeader(algorithm)] !== undefined || trailers.includes(checksumHeader(algorithm)),
  )
}

function trailerNames(headers: IncomingHttpHeaders): string[] {
  return String(headers['x-amz-trailer'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
}

/** The verified checksum by algorithm, as stored with a part. Available after the body has been read. */
export function verifiedChecksum(payload: CheckedPayload): Record<string, string> {
  const checksum = payload.checksum()
  return checksum === undefined ? {} : { [checksum.algorithm]: checksum.value }
}

/** The verified checksum as stored with an object that was uploaded in one request. */
export function verifiedChecksums(payload: CheckedPayload): ObjectChecksums | undefined {
  const values = verifiedChecksum(payload)
  return Object.keys(values).length === 0 ? undefined : { values, type: 'FULL_OBJECT' }
}

/** Response headers for the checksums of a part, which have no type. */
export function checksumHeaders(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([algorithm, value]) => [`x-amz-checksum-${algorithm}`, value]))
}

/** Response headers for the checksums of an object. */
export function objectChecksumHeaders(checksums: ObjectChecksums | undefined): Record<string, string> {
  if (checksums === undefined || Object.keys(checksums.values).length === 0) return {}
  return { ...checksumHeaders(checksums.values), 'x-amz-checksum-type': checksums.type }
}
