/**
 * ListObjectsV2. The most frequent document: written by plain string concatenation, parsed while it arrives. Dates in
 * milliseconds since the epoch, ETags without quotes.
 */
import { createXmlReader, malformedXml, parseBoolean, parseDate, parseInteger, unquoted } from '../xml/reader.ts'
import { element, escapeListed, isoDate, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import { addMetadata, type ListedMetadata, writeListedMetadata } from './listed-metadata.ts'
import { MINIO_OWNER, writeOwner } from './owner.ts'
import { decodeKey, encodeKey } from './url-encoding.ts'

export interface ListedObject {
  key: string
  size: number
  etag: string
  lastModified: number
  /** Written only. Absent: `STANDARD`. */
  storageClass?: string
  /** If it was requested with MinIO's `metadata=true`. */
  metadata?: ListedMetadata
}

export interface ListObjectsV2Page {
  bucket: string
  prefix: string
  delimiter?: string
  startAfter?: string
  continuationToken?: string
  nextContinuationToken?: string
  maxKeys: number
  isTruncated: boolean
  objects: ListedObject[]
  commonPrefixes: string[]
}

export interface WriteListObjectsV2Options {
  /** `encoding-type=url` was requested. */
  urlEncoded?: boolean
  /** `fetch-owner=true` was requested. */
  withOwner?: boolean
}

export function writeListObjectsV2(page: ListObjectsV2Page, options: WriteListObjectsV2Options = {}): string {
  // A URL-encoded name contains nothing that XML has to escape, so each name is encoded once.
  const name = options.urlEncoded ? encodeKey : escapeListed
  const owner = options.withOwner ? writeOwner('Owner', MINIO_OWNER) : ''
  const named = (tag: string, text: string | undefined) => (text ? `<${tag}>${name(text)}</${tag}>` : '')
  const plain = (tag: string, text: string | undefined) => (text ? element(tag, text) : '')

  let inner =
    `${element('Name', page.bucket)}<Prefix>${name(page.prefix)}</Prefix>${named('StartAfter', page.startAfter)}` +
    plain('ContinuationToken', page.continuationToken) +
    plain('NextContinuationToken', page.nextContinuationToken) +
    element('KeyCount', page.objects.length + page.commonPrefixes.length) +
    element('MaxKeys', page.maxKeys) +
    named('Delimiter', page.delimiter) +
    element('IsTruncated', page.isTruncated)
  for (const { key, lastModified, etag, size, storageClass = 'STANDARD', metadata } of page.objects) {
    const more = metadata === undefined ? '' : writeListedMetadata(metadata)
    inner += `<Contents><Key>${name(key)}</Key><LastModified>${isoDate(lastModified)}</LastModified><ETag>&#34;${etag}&#34;</ETag><Size>${size}</Size>${owner}<StorageClass>${storageClass}</StorageClass>${more}</Contents>`
  }
  for (const prefix of page.commonPrefixes) inner += `<CommonPrefixes><Prefix>${name(prefix)}</Prefix></CommonPrefixes>`
  if (options.urlEncoded) inner += '<EncodingType>url</EncodingType>'
  return xmlDocument('ListBucketResult', S3_NAMESPACE, inner)
}

/** Larger than a thousand keys of 1024 escaped bytes, with their metadata. */
const MAX_BYTES = 64 * 1024 * 1024

export interface ListObjectsV2Reader {
  write(chunk: string | Uint8Array): void
  end(): ListObjectsV2Page
}

/**
 * Parses a page while it arrives. Request it with `encoding-type=url`: without it MinIO writes characters that are invalid in
 * XML, and such a page is rejected. `write` and `end` throw a WireError `MalformedXML`.
 */
export function createListObjectsV2Reader(): ListObjectsV2Reader {
  const page: ListObjectsV2Page = {
    bucket: '',
    prefix: '',
    maxKeys: 0,
    isTruncated: false,
    objects: [],
    commonPrefixes: [],
  }
  let object: ListedObject = { key: '', size: 0, etag: '', lastModified: 0 }
  let isPrefix = false
  let isMetadata = false
  let isUrlEncoded = false

  function closeTop(name: string, text: string): void {
    switch (name) {
      case 'Contents':
        page.objects.push(object)
        break
      case 'Name':
        page.bucket = text
        break
      case 'Prefix':
        page.prefix = text
        break
      case 'Delimiter':
        if (text !== '') page.delimiter = text
        break
      case 'StartAfter':
        if (text !== '') page.startAfter = text
        break
      case 'ContinuationToken':
        if (text !== '') page.continuationToken = text
        break
      case 'NextContinuationToken':
        if (text !== '') page.nextContinuationToken = text
        break
      case 'MaxKeys':
        page.maxKeys = parseInteger(text)
        break
      case 'IsTruncated':
        page.isTruncated = parseBoolean(text)
        break
      case 'EncodingType':
        isUrlEncoded = text === 'url'
        break
    }
  }

  function closeEntry(name: string, text: string): void {
    switch (name) {
      case 'Key':
        object.key = text
        break
      case 'LastModified':
        object.lastModified = parseDate(text)
        break
      case 'ETag':
        object.etag = unquoted(text)
        break
      case 'Size':
        object.size = parseInteger(text)
        break
      case 'UserTags':
        object.metadata = { ...object.metadata, tags: text }
        break
      case 'Prefix':
        if (isPrefix) page.commonPrefixes.push(text)
        break
    }
  }

  const reader = createXmlReader(
    {
      open(name, depth) {
        if (depth === 1 && name !== 'ListBucketResult') throw malformedXml(new Error(`unexpected element <${name}>`))
        if (depth === 3) isMetadata = name === 'UserMetadata'
        if (depth !== 2) return
        isPrefix = name === 'CommonPrefixes'
        if (name === 'Contents') object = { key: '', size: 0, etag: '', lastModified: 0 }
      },
      close(name, text, depth) {
        if (depth === 4 && isMetadata) {
          object.metadata ??= {}
          addMetadata(object.metadata, name, text)
        } else if (depth === 3) closeEntry(name, text)
        else if (depth === 2) closeTop(name, text)
      },
    },
    MAX_BYTES,
  )

  return {
    write: reader.write,
    end() {
      reader.end()
      return isUrlEncoded ? decoded(page) : page
    },
  }
}

/** MinIO's document names the encoding only at the end, so names are decoded after everything is parsed. */
function decoded(page: ListObjectsV2Page): ListObjectsV2Page {
  for (const object of page.objects) object.key = decodeKey(object.key)
  return {
    ...page,
    prefix: decodeKey(page.prefix),
    ...(page.delimiter === undefined ? {} : { delimiter: decodeKey(page.delimiter) }),
    ...(page.startAfter === undefined ? {} : { startAfter: decodeKey(page.startAfter) }),
    commonPrefixes: page.commonPrefixes.map(decodeKey),
  }
}

/** @throws WireError MalformedXML */
export function parseListObjectsV2(source: string | Uint8Array): ListObjectsV2Page {
  const reader = createListObjectsV2Reader()
  reader.write(source)
  return reader.end()
}
