/** Response of ListMultipartUploads. Dates in milliseconds since the epoch. */
import { childrenOf, childText, parseBoolean, parseDate, parseInteger, parseXml } from '../xml/reader.ts'
import { element, escapeListed, isoDate, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import { writeOwner } from './owner.ts'
import { decodeKey, encodeKey } from './url-encoding.ts'

export interface ListedUpload {
  key: string
  uploadId: string
  initiatedAt: number
}

export interface ListMultipartUploadsPage {
  bucket: string
  prefix: string
  delimiter?: string
  keyMarker: string
  uploadIdMarker: string
  /** Start of the next page; both empty if there is none. */
  nextKeyMarker: string
  nextUploadIdMarker: string
  maxUploads: number
  isTruncated: boolean
  uploads: ListedUpload[]
  commonPrefixes: string[]
}

/** MinIO leaves these empty. */
const ANONYMOUS = { id: '', displayName: '' }
const UNDISCLOSED = writeOwner('Initiator', ANONYMOUS) + writeOwner('Owner', ANONYMOUS) + element('StorageClass', '')

/** `urlEncoded`: `encoding-type=url` was requested. */
export function writeListMultipartUploads(page: ListMultipartUploadsPage, { urlEncoded = false } = {}): string {
  const name = urlEncoded ? encodeKey : escapeListed
  const uploads = page.uploads.map(
    ({ key, uploadId, initiatedAt }) =>
      `<Upload><Key>${name(key)}</Key>${element('UploadId', uploadId)}${UNDISCLOSED}${element('Initiated', isoDate(initiatedAt))}</Upload>`,
  )
  const prefixes = page.commonPrefixes.map(
    (prefix) => `<CommonPrefixes><Prefix>${name(prefix)}</Prefix></CommonPrefixes>`,
  )
  const inner =
    element('Bucket', page.bucket) +
    `<KeyMarker>${name(page.keyMarker)}</KeyMarker>` +
    element('UploadIdMarker', page.uploadIdMarker) +
    `<NextKeyMarker>${name(page.nextKeyMarker)}</NextKeyMarker>` +
    element('NextUploadIdMarker', page.nextUploadIdMarker) +
    (page.delimiter ? `<Delimiter>${name(page.delimiter)}</Delimiter>` : '') +
    `<Prefix>${name(page.prefix)}</Prefix>` +
    (urlEncoded ? element('EncodingType', 'url') : '') +
    element('MaxUploads', page.maxUploads) +
    element('IsTruncated', page.isTruncated) +
    uploads.join('') +
    prefixes.join('')
  return xmlDocument('ListMultipartUploadsResult', S3_NAMESPACE, inner)
}

/** Larger than ten thousand uploads with keys of 1024 escaped bytes. */
const LIMITS = { maxBytes: 64 * 1024 * 1024, maxElements: 200_000 }

/** @throws WireError MalformedXML */
export function parseListMultipartUploads(source: string | Uint8Array): ListMultipartUploadsPage {
  const root = parseXml(source, 'ListMultipartUploadsResult', LIMITS)
  const text = (tag: string) => childText(root, tag) ?? ''
  const name = text('EncodingType') === 'url' ? decodeKey : (encoded: string) => encoded
  const delimiter = name(text('Delimiter'))
  return {
    bucket: text('Bucket'),
    prefix: name(text('Prefix')),
    ...(delimiter === '' ? {} : { delimiter }),
    keyMarker: name(text('KeyMarker')),
    uploadIdMarker: text('UploadIdMarker'),
    nextKeyMarker: name(text('NextKeyMarker')),
    nextUploadIdMarker: text('NextUploadIdMarker'),
    maxUploads: parseInteger(text('MaxUploads') || '0'),
    isTruncated: parseBoolean(text('IsTruncated')),
    uploads: childrenOf(root, 'Upload').map((upload) => ({
      key: name(childText(upload, 'Key') ?? ''),
      uploadId: childText(upload, 'UploadId') ?? '',
      initiatedAt: parseDate(childText(upload, 'Initiated')),
    })),
    commonPrefixes: childrenOf(root, 'CommonPrefixes').map((prefixes) => name(childText(prefixes, 'Prefix') ?? '')),
  }
}
