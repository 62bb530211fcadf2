/** The documents of a multipart upload. Dates in milliseconds since the epoch, ETags without quotes. */
import { WireError } from '../errors.ts'
import {
  childrenOf,
  childText,
  malformedXml,
  parseBoolean,
  parseDate,
  parseInteger,
  parseXml,
  unquoted,
} from '../xml/reader.ts'
import { element, isoDate, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import { parseS3Error } from './error-document.ts'
import { MINIO_OWNER, writeOwner } from './owner.ts'
import { decodeKey, encodeKey } from './url-encoding.ts'

export interface InitiatedUpload {
  bucket: string
  key: string
  uploadId: string
}

export function writeInitiateMultipartUpload(upload: InitiatedUpload): string {
  const inner = element('Bucket', upload.bucket) + element('Key', upload.key) + element('UploadId', upload.uploadId)
  return xmlDocument('InitiateMultipartUploadResult', S3_NAMESPACE, inner)
}

/** @throws WireError MalformedXML */
export function parseInitiateMultipartUpload(source: string | Uint8Array): InitiatedUpload {
  const root = parseXml(source, 'InitiateMultipartUploadResult')
  const uploadId = childText(root, 'UploadId')
  if (!uploadId) throw malformedXml(new Error('no UploadId'))
  return { bucket: childText(root, 'Bucket') ?? '', key: childText(root, 'Key') ?? '', uploadId }
}

export interface CompletedPart {
  partNumber: number
  etag: string
}

/** S3's limit of one upload. */
export const MAX_PARTS = 10_000

export function writeCompleteMultipartUpload(parts: readonly CompletedPart[]): string {
  const inner = parts.map(
    ({ partNumber, etag }) => `<Part>${element('PartNumber', partNumber)}${element('ETag', `"${etag}"`)}</Part>`,
  )
  return xmlDocument('CompleteMultipartUpload', S3_NAMESPACE, inner.join(''))
}

/** Ten thousand parts with every checksum there is. */
const MAX_COMPLETE_BYTES = 8 * 1024 * 1024

/** Parts as the client ordered them. @throws WireError MalformedXML, InvalidRequest (no part), InvalidPartOrder */
export function parseCompleteMultipartUpload(source: string | Uint8Array): CompletedPart[] {
  const root = parseXml(source, 'CompleteMultipartUpload', { maxBytes: MAX_COMPLETE_BYTES })
  const parts = childrenOf(root, 'Part').map((part) => ({
    partNumber: parseInteger(childText(part, 'PartNumber')),
    etag: unquoted((childText(part, 'ETag') ?? '').trim()),
  }))
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
}

export function writeCompleteMultipartUploadResult(upload: CompletedUpload): string {
  const inner =
    element('Location', upload.location) +
    element('Bucket', upload.bucket) +
    element('Key', upload.key) +
    element('ETag', `"${upload.etag}"`)
  return xmlDocument('CompleteMultipartUploadResult', S3_NAMESPACE, inner)
}

/**
 * A server may have answered 200 before it knew the outcome, and then send an error document.
 * @throws WireError with the code of such a document (status 500), MalformedXML
 */
export function parseCompleteMultipartUploadResult(source: string | Uint8Array): CompletedUpload {
  const error = parseS3Error(source)
  if (error !== undefined) throw new WireError(error.code, 500, error.message)
  const root = parseXml(source, 'CompleteMultipartUploadResult')
  return {
    location: childText(root, 'Location') ?? '',
    bucket: childText(root, 'Bucket') ?? '',
    key: childText(root, 'Key') ?? '',
    etag: unquoted(childText(root, 'ETag') ?? ''),
  }
}

export interface ListedPart {
  partNumber: number
  size: number
  etag: string
  lastModified: number
}

export interface ListPartsPage extends InitiatedUpload {
  partNumberMarker: number
  nextPartNumberMarker: number
  maxParts: number
  isTruncated: boolean
  parts: ListedPart[]
}

export function writeListParts(page: ListPartsPage, options: { urlEncoded?: boolean } = {}): string {
  const owner = { ...MINIO_OWNER, displayName: MINIO_OWNER.id }
  const parts = page.parts.map(
    ({ partNumber, lastModified, etag, size }) =>
      `<Part>${element('PartNumber', partNumber)}${element('LastModified', isoDate(lastModified))}${element('ETag', `"${etag}"`)}${element('Size', size)}</Part>`,
  )
  const inner =
    element('Bucket', page.bucket) +
    element('Key', options.urlEncoded ? encodeKey(page.key) : page.key) +
    element('UploadId', page.uploadId) +
    writeOwner('Initiator', owner) +
    writeOwner('Owner', owner) +
    element('StorageClass', 'STANDARD') +
    element('PartNumberMarker', page.partNumberMarker) +
    element('NextPartNumberMarker', page.nextPartNumberMarker) +
    element('MaxParts', page.maxParts) +
    element('IsTruncated', page.isTruncated) +
    parts.join('') +
    (options.urlEncoded ? element('EncodingType', 'url') : '')
  return xmlDocument('ListPartsResult', S3_NAMESPACE, inner)
}

/** @throws WireError MalformedXML */
export function parseListParts(source: string | Uint8Array): ListPartsPage {
  const root = parseXml(source, 'ListPartsResult', { maxBytes: MAX_COMPLETE_BYTES })
  const key = childText(root, 'Key') ?? ''
  return {
    bucket: childText(root, 'Bucket') ?? '',
    key: childText(root, 'EncodingType') === 'url' ? decodeKey(key) : key,
    uploadId: childText(root, 'UploadId') ?? '',
    partNumberMarker: parseInteger(childText(root, 'PartNumberMarker') ?? '0'),
    nextPartNumberMarker: parseInteger(childText(root, 'NextPartNumberMarker') ?? '0'),
    maxParts: parseInteger(childText(root, 'MaxParts') ?? '0'),
    isTruncated: parseBoolean(childText(root, 'IsTruncated')),
    parts: childrenOf(root, 'Part').map((part) => ({
      partNumber: parseInteger(childText(part, 'PartNumber')),
      size: parseInteger(childText(part, 'Size')),
      etag: unquoted(childText(part, 'ETag') ?? ''),
      lastModified: parseDate(childText(part, 'LastModified')),
    })),
  }
}
