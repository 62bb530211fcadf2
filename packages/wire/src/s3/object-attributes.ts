/** Response of GetObjectAttributes: only the requested attributes. The ETag has no quotes, in the document neither. */
import { childrenOf, childText, parseBoolean, parseInteger, parseXml, unquoted } from '../xml/reader.ts'
import { element, optionalElement, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import {
  type Checksums,
  type ChecksumType,
  parseChecksums,
  parseChecksumType,
  writeChecksums,
} from './checksum-elements.ts'

/** The attributes that can be requested in the header `x-amz-object-attributes`. */
export const OBJECT_ATTRIBUTES = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'] as const
export type ObjectAttribute = (typeof OBJECT_ATTRIBUTES)[number]

export interface AttributeParts {
  partNumberMarker: number
  nextPartNumberMarker: number
  maxParts: number
  /** The total of the object, not of the page. */
  partsCount: number
  isTruncated: boolean
  parts: { partNumber: number; size: number; checksums?: Checksums }[]
}

export interface ObjectAttributes {
  etag?: string
  /** Without the number of parts that a composite checksum has in headers. */
  checksum?: { values: Checksums; type: ChecksumType }
  parts?: AttributeParts
  storageClass?: string
  size?: number
}

export function writeObjectAttributes({ etag, checksum, parts, storageClass, size }: ObjectAttributes): string {
  const inner =
    optionalElement('ETag', etag) +
    (checksum === undefined
      ? ''
      : `<Checksum>${writeChecksums(checksum.values)}${element('ChecksumType', checksum.type)}</Checksum>`) +
    (parts === undefined ? '' : writeParts(parts)) +
    optionalElement('StorageClass', storageClass) +
    optionalElement('ObjectSize', size)
  // MinIO's root element starts in lower case, AWS's in upper case; clients ignore its name.
  return xmlDocument(MINIO_ROOT, S3_NAMESPACE, inner)
}

function writeParts(page: AttributeParts): string {
  const parts = page.parts.map(
    ({ partNumber, size, checksums }) =>
      `<Part>${element('PartNumber', partNumber)}${element('Size', size)}${writeChecksums(checksums)}</Part>`,
  )
  const inner =
    element('IsTruncated', page.isTruncated) +
    element('MaxParts', page.maxParts) +
    element('NextPartNumberMarker', page.nextPartNumberMarker) +
    element('PartNumberMarker', page.partNumberMarker) +
    element('PartsCount', page.partsCount) +
    parts.join('')
  return `<ObjectParts>${inner}</ObjectParts>`
}

/** From MinIO and AWS. @throws WireError MalformedXML */
export function parseObjectAttributes(source: string | Uint8Array): ObjectAttributes {
  const text = Buffer.from(source).toString()
  const root = parseXml(text, text.includes(`<${AWS_ROOT}`) ? AWS_ROOT : MINIO_ROOT, LIMITS)
  const etag = childText(root, 'ETag')
  const storageClass = childText(root, 'StorageClass')
  const size = childText(root, 'ObjectSize')
  const [checksum] = childrenOf(root, 'Checksum')
  const values = checksum && parseChecksums(checksum)
  const [parts] = childrenOf(root, 'ObjectParts')
  return {
    ...(etag === undefined ? {} : { etag: unquoted(etag) }),
    ...(checksum === undefined || values === undefined
      ? {}
      : { checksum: { values, type: parseChecksumType(childText(checksum, 'ChecksumType') ?? '') ?? 'FULL_OBJECT' } }),
    ...(parts === undefined
      ? {}
      : {
          parts: {
            partNumberMarker: parseInteger(childText(parts, 'PartNumberMarker') ?? '0'),
            nextPartNumberMarker: parseInteger(childText(parts, 'NextPartNumberMarker') ?? '0'),
            maxParts: parseInteger(childText(parts, 'MaxParts') ?? '0'),
            partsCount: parseInteger(childText(parts, 'PartsCount') ?? '0'),
            isTruncated: parseBoolean(childText(parts, 'IsTruncated')),
            parts: childrenOf(parts, 'Part').map((part) => {
              const checksums = parseChecksums(part)
              return {
                partNumber: parseInteger(childText(part, 'PartNumber')),
                size: parseInteger(childText(part, 'Size')),
                ...(checksums === undefined ? {} : { checksums }),
              }
            }),
          },
        }),
    ...(storageClass === undefined ? {} : { storageClass }),
    ...(size === undefined ? {} : { size: parseInteger(size) }),
  }
}

const MINIO_ROOT = 'getObjectAttributesResponse'
const AWS_ROOT = 'GetObjectAttributesResponse'
/** Larger than ten thousand parts with a checksum each. */
const LIMITS = { maxBytes: 8 * 1024 * 1024 }
