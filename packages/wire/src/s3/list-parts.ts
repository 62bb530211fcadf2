/** Response of ListParts. Dates in milliseconds since the epoch, ETags without quotes. */
import type { ChecksumAlgorithm } from '../checksum.ts'
import {
  boolean,
  children,
  date,
  type Fields,
  integer,
  quotedText,
  readFields,
  requiredInteger,
  text,
  writeFields,
} from '../xml/fields.ts'
import { childText, parseXml } from '../xml/reader.ts'
import { element, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import {
  CHECKSUM_TYPE,
  CHECKSUMS,
  type Checksums,
  type ChecksumType,
  parseChecksumAlgorithm,
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

const UPLOAD: Fields<InitiatedUpload> = { bucket: text('Bucket'), key: text('Key'), uploadId: text('UploadId') }
const PART: Fields<ListedPart> = {
  partNumber: requiredInteger('PartNumber'),
  lastModified: date('LastModified'),
  etag: quotedText('ETag'),
  size: requiredInteger('Size'),
  checksums: CHECKSUMS,
}
const PARTS: Fields<Omit<ListPartsPage, keyof InitiatedUpload | 'storageClass'>> = {
  partNumberMarker: integer('PartNumberMarker'),
  nextPartNumberMarker: integer('NextPartNumberMarker'),
  maxParts: integer('MaxParts'),
  isTruncated: boolean('IsTruncated'),
  checksum: {
    name: 'ChecksumAlgorithm',
    read(root) {
      const algorithm = parseChecksumAlgorithm(childText(root, 'ChecksumAlgorithm') ?? '')
      const type = CHECKSUM_TYPE.read(root)
      return algorithm && type && { algorithm, type }
    },
    write: (checksum) =>
      element('ChecksumAlgorithm', checksum?.algorithm.toUpperCase() ?? '') +
      element('ChecksumType', checksum?.type ?? ''),
  },
  parts: children('Part', PART),
}

export function writeListParts(page: ListPartsPage, { urlEncoded = false } = {}): string {
  const owner = { ...MINIO_OWNER, displayName: MINIO_OWNER.id }
  const inner =
    writeFields(UPLOAD, urlEncoded ? { ...page, key: encodeKey(page.key) } : page) +
    writeOwner('Initiator', owner) +
    writeOwner('Owner', owner) +
    element('StorageClass', page.storageClass ?? 'STANDARD') +
    writeFields(PARTS, page) +
    (urlEncoded ? element('EncodingType', 'url') : '')
  return xmlDocument('ListPartsResult', S3_NAMESPACE, inner)
}

/** Larger than ten thousand parts with a checksum each. */
const LIMITS = { maxBytes: 8 * 1024 * 1024 }

/** @throws WireError MalformedXML */
export function parseListParts(source: string | Uint8Array): ListPartsPage {
  const root = parseXml(source, 'ListPartsResult', LIMITS)
  const upload = readFields(UPLOAD, root)
  const isEncoded = childText(root, 'EncodingType') === 'url'
  return { ...upload, ...(isEncoded && { key: decodeKey(upload.key) }), ...readFields(PARTS, root) }
}
