/** Checksums of objects and parts: what requests announce, what answers tell. */
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

/** Whether a reader asked for them. */
export function requestsChecksums(headers: IncomingHttpHeaders): boolean {
  return headers['x-amz-checksum-mode'] === 'ENABLED'
}

/** Headers that begin like a checksum and are none. */
const CHECKSUM_OPTIONS: ReadonlySet<string> = new Set(
  ['algorithm', 'mode', 'type'].map((word) => `x-amz-checksum-${word}`),
)
const CHECKSUMS: ReadonlySet<string> = new Set(CHECKSUM_ALGORITHMS.map(checksumHeader))

/**
 * Who sends a checksum relies on its being compared: one that cannot be is refused, in a header or promised for the
 * trailer, and so is an algorithm that is only named.
 * @throws WireError InvalidRequest; InvalidArgument for `x-amz-checksum-algorithm` and `x-amz-checksum-type`, as at MinIO
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

/** The algorithm whose value a request has, or promises for its trailer. */
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

/** By algorithm, as stored with a part; asked when the body has passed. */
export function verifiedChecksum(payload: CheckedPayload): Record<string, string> {
  const checksum = payload.checksum()
  return checksum === undefined ? {} : { [checksum.algorithm]: checksum.value }
}

/** Likewise, as stored with an object that was sent in one piece. */
export function verifiedChecksums(payload: CheckedPayload): ObjectChecksums | undefined {
  const values = verifiedChecksum(payload)
  return Object.keys(values).length === 0 ? undefined : { values, type: 'FULL_OBJECT' }
}

/** Headers that tell the checksums of a part, which have no type. */
export function checksumHeaders(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([algorithm, value]) => [`x-amz-checksum-${algorithm}`, value]))
}

/** Headers that tell the checksums of an object. */
export function objectChecksumHeaders(checksums: ObjectChecksums | undefined): Record<string, string> {
  if (checksums === undefined || Object.keys(checksums.values).length === 0) return {}
  return { ...checksumHeaders(checksums.values), 'x-amz-checksum-type': checksums.type }
}
