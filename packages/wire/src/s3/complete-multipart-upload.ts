/** CompleteMultipartUpload: the list of parts from the client, and the response. ETags without quotes. */
import { WireError } from '../errors.ts'
import { childrenOf, childText, malformedXml, parseInteger, parseXml, unquoted, type XmlSource } from '../xml/reader.ts'
import { element, optionalElement, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import {
  type Checksums,
  type ChecksumType,
  parseChecksums,
  parseChecksumType,
  unknownChecksum,
  writeChecksums,
} from './checksum-elements.ts'
import { parseS3Error } from './error-document.ts'

export interface CompletedPart {
  partNumber: number
  etag: string
  checksums?: Checksums
}

/** S3's limit for one upload. */
export const MAX_PARTS = 10_000

export function writeCompleteMultipartUpload(parts: readonly CompletedPart[]): string {
  const inner = parts.map(
    ({ partNumber, etag, checksums }) =>
      `<Part>${element('PartNumber', partNumber)}${element('ETag', `"${etag}"`)}${writeChecksums(checksums)}</Part>`,
  )
  return xmlDocument('CompleteMultipartUpload', S3_NAMESPACE, inner.join(''))
}

/** Ten thousand parts with every checksum. */
const MAX_COMPLETE_BYTES = 8 * 1024 * 1024

/** Parts in the client's order. @throws WireError MalformedXML, InvalidRequest (no part, an unknown checksum), InvalidPartOrder */
export function parseCompleteMultipartUpload(source: XmlSource): CompletedPart[] {
  const root = parseXml(source, 'CompleteMultipartUpload', { maxBytes: MAX_COMPLETE_BYTES })
  const parts = childrenOf(root, 'Part').map((part) => {
    const checksums = parseChecksums(part)
    const unknown = unknownChecksum(part)
    if (unknown !== undefined) throw new WireError('InvalidRequest', 400, `The checksum ${unknown} is not supported.`)
    return {
      partNumber: parseInteger(childText(part, 'PartNumber')),
      etag: unquoted((childText(part, 'ETag') ?? '').trim()),
      ...(checksums === undefined ? {} : { checksums }),
    }
  })
  if (parts.length === 0) throw new WireError('InvalidRequest', 400, 'You must specify at least one part')
  if (parts.length > MAX_PARTS) throw malformedXml()
  let previous = 0
  for (const { partNumber } of parts) {
    if (partNumber <= previous) {
      throw new WireError(
        'InvalidPartOrder',
        400,
        'The list of parts was not in ascending order. The parts list must be specified in order by part number.',
      )
    }
    previous = partNumber
  }
  return parts
}

export interface CompletedUpload {
  location: string
  bucket: string
  key: string
  etag: string
  checksums?: Checksums
  /** Of `checksums`; MinIO sends it in a header only. */
  checksumType?: ChecksumType
}

export function writeCompleteMultipartUploadResult(upload: CompletedUpload): string {
  const inner =
    element('Location', upload.location) +
    element('Bucket', upload.bucket) +
    element('Key', upload.key) +
    element('ETag', `"${upload.etag}"`) +
    writeChecksums(upload.checksums) +
    optionalElement('ChecksumType', upload.checksumType)
  return xmlDocument('CompleteMultipartUploadResult', S3_NAMESPACE, inner)
}

/**
 * A server may have sent status 200 before it knew the outcome, and then send an error document.
 * @throws WireError with the code of such a document (status 500), MalformedXML
 */
export function parseCompleteMultipartUploadResult(source: string | Uint8Array): CompletedUpload {
  const error = parseS3Error(source)
  if (error !== undefined) throw new WireError(error.code, 500, error.message)
  const root = parseXml(source, 'CompleteMultipartUploadResult')
  const checksums = parseChecksums(root)
  const checksumType = parseChecksumType(childText(root, 'ChecksumType') ?? '')
  return {
    location: childText(root, 'Location') ?? '',
    bucket: childText(root, 'Bucket') ?? '',
    key: childText(root, 'Key') ?? '',
    etag: unquoted(childText(root, 'ETag') ?? ''),
    ...(checksums === undefined ? {} : { checksums }),
    ...(checksumType === undefined ? {} : { checksumType }),
  }
}
