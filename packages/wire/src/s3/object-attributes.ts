/** Response of GetObjectAttributes: only the requested attributes. The ETag has no quotes, in the document neither. */
import {
  boolean,
  child,
  children,
  childWith,
  type Fields,
  integer,
  leaf,
  optionalText,
  readFields,
  requiredInteger,
  writeFields,
} from '../xml/fields.ts'
import { parseInteger, parseXml, unquoted } from '../xml/reader.ts'
import { S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import { CHECKSUM_TYPE, CHECKSUMS, type Checksums, type ChecksumType } from './checksum-elements.ts'

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
  parts: AttributePart[]
}

export interface AttributePart {
  partNumber: number
  size: number
  checksums?: Checksums
}

export interface ObjectAttributes {
  etag?: string
  /** Without the number of parts that a composite checksum has in headers. */
  checksum?: { values: Checksums; type: ChecksumType }
  parts?: AttributeParts
  storageClass?: string
  size?: number
}

const PART: Fields<AttributePart> = {
  partNumber: requiredInteger('PartNumber'),
  size: requiredInteger('Size'),
  checksums: CHECKSUMS,
}
const PARTS: Fields<AttributeParts> = {
  isTruncated: boolean('IsTruncated'),
  maxParts: integer('MaxParts'),
  nextPartNumberMarker: integer('NextPartNumberMarker'),
  partNumberMarker: integer('PartNumberMarker'),
  partsCount: integer('PartsCount'),
  parts: children('Part', PART),
}
const ATTRIBUTES: Fields<ObjectAttributes> = {
  etag: leaf('ETag', (etag) => etag && unquoted(etag)),
  checksum: child('Checksum', {
    read(checksum) {
      const values = CHECKSUMS.read(checksum)
      return values && { values, type: CHECKSUM_TYPE.read(checksum) ?? 'FULL_OBJECT' }
    },
    write: (checksum) => (checksum ? CHECKSUMS.write(checksum.values) + CHECKSUM_TYPE.write(checksum.type) : ''),
  }),
  parts: childWith('ObjectParts', PARTS),
  storageClass: optionalText('StorageClass'),
  size: leaf('ObjectSize', (size) => (size === undefined ? undefined : parseInteger(size))),
}
const MINIO_ROOT = 'getObjectAttributesResponse'
const AWS_ROOT = 'GetObjectAttributesResponse'
/** Larger than ten thousand parts with a checksum each. */
const LIMITS = { maxBytes: 8 * 1024 * 1024 }

/** MinIO's root element starts in lower case, AWS's in upper case; clients ignore its name. */
export function writeObjectAttributes(attributes: ObjectAttributes): string {
  return xmlDocument(MINIO_ROOT, S3_NAMESPACE, writeFields(ATTRIBUTES, attributes))
}

/** From MinIO and AWS. @throws WireError MalformedXML */
export function parseObjectAttributes(source: string | Uint8Array): ObjectAttributes {
  const text = Buffer.from(source).toString()
  return readFields(ATTRIBUTES, parseXml(text, text.includes(`<${AWS_ROOT}`) ? AWS_ROOT : MINIO_ROOT, LIMITS))
}
