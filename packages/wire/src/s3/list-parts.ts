/** Response of ListParts. Dates in milliseconds since the epoch, ETags without quotes. */
import type { ChecksumAlgorithm } from '../checksum.ts'
import { childrenOf, childText, parseBoolean, parseDate, parseInteger, parseXml, unquoted } from '../xml/reader.ts'
import { element, isoDate, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import {
  type Checksums,
  type ChecksumType,
  parseChecksumAlgorithm,
  parseChecksums,
  parseChecksumType,
  writeChecksums,
} from './checksum-elements.ts'
import type { InitiatedUpload } from './initiate-multipart-upload.ts'
import { MINIO_OWNER, writeOwner } from './owner.ts'
import { decodeKey, encodeKey } from './url-encoding.ts'

export interface ListedPart {
  partNumber: number
  size: number
  etag: string
  lastModified: number
  checksums?: Checksums
}

export interface ListPartsPage extends InitiatedUpload {
  /** Written only. Absent: `STANDARD`. */
  storageClass?: string
  partNumberMarker: number
  nextPartNumberMarker: number
  maxParts: number
  isTruncated: boolean
  /** The checksum that parts must be sent with, if the upload was created with one. */
  checksum?: { algorithm: ChecksumAlgorithm; type: ChecksumType }
  parts: ListedPart[]
}

export function writeListParts(page: ListPartsPage, options: { urlEncoded?: boolean } = {}): string {
  const owner = { ...MINIO_OWNER, displayName: MINIO_OWNER.id }
  const parts = page.parts.map(
    ({ partNumber, lastModified, etag, size, checksums }) =>
      `<Part>${element('PartNumber', partNumber)}${element('LastModified', isoDate(lastModified))}${element('ETag', `"${etag}"`)}${element('Size', size)}${writeChecksums(checksums)}</Part>`,
  )
  const inner =
    element('Bucket', page.bucket) +
    element('Key', options.urlEncoded ? encodeKey(page.key) : page.key) +
    element('UploadId', page.uploadId) +
    writeOwner('Initiator', owner) +
    writeOwner('Owner', owner) +
    element('StorageClass', page.storageClass ?? 'STANDARD') +
    element('PartNumberMarker', page.partNumberMarker) +
    element('NextPartNumberMarker', page.nextPartNumberMarker) +
    element('MaxParts', page.maxParts) +
    element('IsTruncated', page.isTruncated) +
    element('ChecksumAlgorithm', page.checksum?.algorithm.toUpperCase() ?? '') +
    element('ChecksumType', page.checksum?.type ?? '') +
    parts.join('') +
    (options.urlEncoded ? element('EncodingType', 'url') : '')
  return xmlDocument('ListPartsResult', S3_NAMESPACE, inner)
}

/** Larger than ten thousand parts with a checksum each. */
const LIMITS = { maxBytes: 8 * 1024 * 1024 }

/** @throws WireError MalformedXML */
export function parseListParts(source: string | Uint8Array): ListPartsPage {
  const root = parseXml(source, 'ListPartsResult', LIMITS)
  const key = childText(root, 'Key') ?? ''
  const algorithm = parseChecksumAlgorithm(childText(root, 'ChecksumAlgorithm') ?? '')
  const type = parseChecksumType(childText(root, 'ChecksumType') ?? '')
  return {
    bucket: childText(root, 'Bucket') ?? '',
    key: childText(root, 'EncodingType') === 'url' ? decodeKey(key) : key,
    uploadId: childText(root, 'UploadId') ?? '',
    partNumberMarker: parseInteger(childText(root, 'PartNumberMarker') ?? '0'),
    nextPartNumberMarker: parseInteger(childText(root, 'NextPartNumberMarker') ?? '0'),
    maxParts: parseInteger(childText(root, 'MaxParts') ?? '0'),
    isTruncated: parseBoolean(childText(root, 'IsTruncated')),
    ...(algorithm === undefined || type === undefined ? {} : { checksum: { algorithm, type } }),
    parts: childrenOf(root, 'Part').map((part) => {
      const checksums = parseChecksums(part)
      return {
        partNumber: parseInteger(childText(part, 'PartNumber')),
        size: parseInteger(childText(part, 'Size')),
        etag: unquoted(childText(part, 'ETag') ?? ''),
        lastModified: parseDate(childText(part, 'LastModified')),
        ...(checksums === undefined ? {} : { checksums }),
      }
    }),
  }
}
