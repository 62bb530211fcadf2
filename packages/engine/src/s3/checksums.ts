/** Checksums of objects and parts: what requests announce, what answers tell. */
import type { IncomingHttpHeaders } from 'node:http'
import { CHECKSUM_ALGORITHMS, type CheckedPayload, type ChecksumAlgorithm, checksumHeader } from '@cooperage/wire'
import type { ObjectChecksums } from '../store/store.ts'
import type { S3Call } from './call.ts'

/** Whether a reader asked for them. */
export function asksForChecksums(headers: IncomingHttpHeaders): boolean {
  return headers['x-amz-checksum-mode'] === 'ENABLED'
}

/** The algorithm whose value a request has, or promises for its trailer. */
export function announcedAlgorithm(headers: S3Call['headers']): ChecksumAlgorithm | undefined {
  const trailers = String(headers['x-amz-trailer'] ?? '').toLowerCase()
  return CHECKSUM_ALGORITHMS.find(
    (algorithm) =>
      headers[checksumHeader(algorithm)] !== undefined || trailers.split(/\s*,\s*/).includes(checksumHeader(algorithm)),
  )
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
