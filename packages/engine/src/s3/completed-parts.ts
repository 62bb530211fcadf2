/** Checks that parts can become an object, and computes its checksum. */
import {
  type CompletedPart,
  checksumHeader,
  combineChecksums,
  compositeChecksum,
  parseChecksumAlgorithm,
} from '@cooperage/wire'
import type { ObjectChecksums, PartRecord, UploadRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { announcedAlgorithm } from './checksums.ts'
import { s3Error } from './errors.ts'
import { MIN_PART_BYTES } from './upload-rules.ts'

/**
 * The stored parts that the request lists, in its order.
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
    const sent = new Map(Object.entries(checksums))
    // A composite checksum is one of the parts' checksums, so the request must repeat them.
    const isMissing = checksum?.type === 'COMPOSITE' && !sent.has(checksum.algorithm)
    if (isMissing || sent.entries().some(([algorithm, value]) => part.checksums[algorithm] !== value)) {
      throw s3Error('InvalidPart')
    }
    if (part.size < MIN_PART_BYTES && at < named.length - 1) throw s3Error('EntityTooSmall')
    return part
  })
}

/** The checksum of the completed object; undefined if the upload was created without an algorithm. */
export function combinedChecksums(
  parts: readonly PartRecord[],
  checksum: UploadRecord['checksum'],
): ObjectChecksums | undefined {
  const algorithm = parseChecksumAlgorithm(checksum?.algorithm ?? '')
  if (checksum === undefined || algorithm === undefined) return undefined
  const partSums = parts.map(({ checksums, size }) => ({ checksum: checksums[algorithm] ?? '', size }))
  const value =
    checksum.type === 'FULL_OBJECT'
      ? combineChecksums(algorithm, partSums)
      : compositeChecksum(
          algorithm,
          partSums.map((sum) => sum.checksum),
        )
  return { values: { [algorithm]: value }, type: checksum.type }
}

/**
 * Checks the checksum, checksum type and size that the request states for the object.
 * @throws WireError BadDigest, InvalidRequest
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
    // The part count after a composite checksum may be omitted.
    if (value === undefined || (header !== value && header !== value.replace(/-\d+$/, ''))) {
      const name = announced.toUpperCase()
      throw s3Error('BadDigest', `The ${name} that you specified does not match the ${name} of the object.`)
    }
  }
  const type = headers['x-amz-checksum-type']
  if (type !== undefined && type !== checksums?.type) {
    throw s3Error('InvalidRequest', `The upload was not created with checksums of type ${type}.`)
  }
  const size = headers['x-amz-mp-object-size']
  if (size !== undefined && Number(size) !== bytes) {
    throw s3Error('InvalidRequest', 'The x-amz-mp-object-size header does not match the size of the parts.')
  }
}

/** Called before the parts are checked. @throws WireError InvalidArgument */
export function checkChecksumAlgorithm(headers: S3Call['headers'], checksum: UploadRecord['checksum']): void {
  const announced = announcedAlgorithm(headers)
  if (announced === undefined || checksum === undefined || announced === checksum.algorithm) return
  const names = [announced, checksum.algorithm].map((name) => name.toUpperCase())
  throw s3Error('InvalidArgument', `The upload was created with ${names[1]} checksums, not ${names[0]}.`)
}
