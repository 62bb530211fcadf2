/** What has to hold before parts become an object, and the checksum that they give it. */
import {
  type ChecksumAlgorithm,
  type CompletedPart,
  checksumHeader,
  combineChecksums,
  compositeChecksum,
  parseChecksumAlgorithm,
  type WireError,
} from '@cooperage/wire'
import type { ObjectChecksums, PartRecord, UploadRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { announcedAlgorithm } from './checksums.ts'
import { s3Error } from './errors.ts'
import { MIN_PART_BYTES } from './upload-rules.ts'

/**
 * The stored parts that the client named, in its order.
 * @throws WireError InvalidPart, EntityTooSmall
 */
export function selectParts(
  named: readonly CompletedPart[],
  stored: readonly PartRecord[],
  checksum: UploadRecord['checksum'],
): PartRecord[] {
  const byNumber = new Map(stored.map((part) => [part.partNumber, part]))
  return named.map(({ partNumber, etag, checksums = {} }, at) => {
    const part = byNumber.get(partNumber)
    if (part === undefined || part.etag !== etag) throw s3Error('InvalidPart')
    const announced = new Map(Object.entries(checksums))
    // An upload that was begun with an algorithm names the checksum of each part again.
    const isUntold = checksum !== undefined && !announced.has(checksum.algorithm)
    if (isUntold || announced.entries().some(([algorithm, value]) => part.checksums[algorithm] !== value)) {
      throw s3Error('InvalidPart')
    }
    if (part.size < MIN_PART_BYTES && at < named.length - 1) throw s3Error('EntityTooSmall')
    return part
  })
}

/** Of the object that the parts become; undefined when the upload was begun without. */
export function combinedChecksums(
  parts: readonly PartRecord[],
  checksum: UploadRecord['checksum'],
): ObjectChecksums | undefined {
  const algorithm = parseChecksumAlgorithm(checksum?.algorithm ?? '')
  if (checksum === undefined || algorithm === undefined) return undefined
  const pieces = parts.map(({ checksums, size }) => ({ checksum: checksums[algorithm] ?? '', size }))
  const value =
    checksum.type === 'FULL_OBJECT'
      ? combineChecksums(algorithm, pieces)
      : compositeChecksum(
          algorithm,
          pieces.map((piece) => piece.checksum),
        )
  return { values: { [algorithm]: value }, type: checksum.type }
}

/**
 * What the client says about the whole has to be so. For a checksum of the whole MinIO names the argument as wrong, for one
 * of checksums the checksum.
 * @throws WireError XAmzContentChecksumMismatch, InvalidArgument, InvalidRequest
 */
export function checkCompletedObject(
  headers: S3Call['headers'],
  bytes: number,
  checksums: ObjectChecksums | undefined,
): void {
  const announced = announcedAlgorithm(headers)
  if (announced !== undefined) {
    const header = headers[checksumHeader(announced)]
    const value = checksums?.values[announced]
    // The count of parts behind a composite checksum may be left out.
    if (value === undefined || (header !== value && header !== value.replace(/-\d+$/, ''))) {
      if (checksums?.type === 'FULL_OBJECT') throw checksumMismatch(announced)
      throw s3Error('XAmzContentChecksumMismatch')
    }
  }
  const type = headers['x-amz-checksum-type']
  if (type !== undefined && type !== checksums?.type) {
    throw s3Error('InvalidRequest', `The upload was not begun with checksums of the type ${type}.`)
  }
  const size = headers['x-amz-mp-object-size']
  if (size !== undefined && Number(size) !== bytes) {
    throw s3Error('InvalidRequest', 'The x-amz-mp-object-size header does not match the size of the parts.')
  }
}

/** Asked before the parts are looked at. @throws WireError InvalidArgument */
export function checkChecksumAlgorithm(headers: S3Call['headers'], checksum: UploadRecord['checksum']): void {
  const announced = announcedAlgorithm(headers)
  if (announced !== undefined && checksum !== undefined && announced !== checksum.algorithm)
    throw checksumMismatch(announced)
}

function checksumMismatch(algorithm: ChecksumAlgorithm): WireError {
  return s3Error('InvalidArgument', `The ${algorithm.toUpperCase()} checksum is not that of the upload.`)
}
