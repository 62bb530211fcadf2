/** CompleteMultipartUpload: the list of parts from the client, and the response. ETags without quotes. */
import { WireError } from '../errors.ts'
import { type Fields, quotedText, readFields, requiredInteger, text, writeFields } from '../xml/fields.ts'
import { childrenOf, malformedXml, parseXml, type XmlSource } from '../xml/reader.ts'
import { S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import { CHECKSUM_TYPE, CHECKSUMS, type Checksums, type ChecksumType, unknownChecksum } from './checksum-elements.ts'
import { parseS3Error } from './error-document.ts'

export interface CompletedPart {
  partNumber: number
  etag: string
  checksums?: Checksums
}

/** S3's limit for one upload. */
export const MAX_PARTS = 10_000

const PART: Fields<CompletedPart> = {
  partNumber: requiredInteger('PartNumber'),
  etag: quotedText('ETag'),
  checksums: CHECKSUMS,
}

export function writeCompleteMultipartUpload(parts: readonly CompletedPart[]): string {
  const inner = parts.map((part) => `<Part>${writeFields(PART, part)}</Part>`)
  return xmlDocument('CompleteMultipartUpload', S3_NAMESPACE, inner.join(''))
}

/** Ten thousand parts with every checksum. */
const MAX_COMPLETE_BYTES = 8 * 1024 * 1024

/** Parts in the client's order. @throws WireError MalformedXML, InvalidRequest (no part, an unknown checksum), InvalidPartOrder */
export function parseCompleteMultipartUpload(source: XmlSource): CompletedPart[] {
  const root = parseXml(source, 'CompleteMultipartUpload', { maxBytes: MAX_COMPLETE_BYTES })
  const parts = childrenOf(root, 'Part').map((part) => {
    const unknown = unknownChecksum(part)
    if (unknown !== undefined) throw new WireError('InvalidRequest', 400, `The checksum ${unknown} is not supported.`)
    return readFields(PART, part)
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

const RESULT: Fields<CompletedUpload> = {
  location: text('Location'),
  bucket: text('Bucket'),
  key: text('Key'),
  etag: quotedText('ETag'),
  checksums: CHECKSUMS,
  checksumType: CHECKSUM_TYPE,
}

export function writeCompleteMultipartUploadResult(upload: CompletedUpload): string {
  return xmlDocument('CompleteMultipartUploadResult', S3_NAMESPACE, writeFields(RESULT, upload))
}

/**
 * A server may have sent status 200 before it knew the outcome, and then send an error document.
 * @throws WireError with the code of such a document (status 500), MalformedXML
 */
export function parseCompleteMultipartUploadResult(source: string | Uint8Array): CompletedUpload {
  const error = parseS3Error(source)
  if (error !== undefined) throw new WireError(error.code, 500, error.message)
  return readFields(RESULT, parseXml(source, 'CompleteMultipartUploadResult'))
}
