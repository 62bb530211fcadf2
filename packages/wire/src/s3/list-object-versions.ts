/** Response of ListObjectVersions. Dates in milliseconds since the epoch, ETags without quotes. */
import {
  childrenOf,
  childText,
  parseBoolean,
  parseDate,
  parseInteger,
  parseXml,
  unquoted,
  type XmlElement,
} from '../xml/reader.ts'
import { element, escapeListed, isoDate, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import { addMetadata, type ListedMetadata, writeListedMetadata } from './listed-metadata.ts'
import { MINIO_OWNER, writeOwner } from './owner.ts'
import { decodeKey, encodeKey } from './url-encoding.ts'

export interface ListedVersion {
  key: string
  /** `null` for versions written while versioning was off or suspended. */
  versionId: string
  isLatest: boolean
  isDeleteMarker: boolean
  size: number
  /** Empty for a delete marker. */
  etag: string
  lastModified: number
  /** Written only. Absent: `STANDARD`. */
  storageClass?: string
  /** If it was requested. */
  metadata?: ListedMetadata
}

export interface ListVersionsPage {
  bucket: string
  prefix: string
  delimiter?: string
  keyMarker: string
  versionIdMarker: string
  /** Start of the next page: after this version of this key. */
  nextKeyMarker?: string
  nextVersionIdMarker?: string
  maxKeys: number
  isTruncated: boolean
  /** Versions and delete markers in key order, the latest first. */
  versions: ListedVersion[]
  commonPrefixes: string[]
}

/** `urlEncoded`: `encoding-type=url` was requested. */
export function writeListVersions(page: ListVersionsPage, { urlEncoded = false } = {}): string {
  const name = urlEncoded ? encodeKey : escapeListed
  const owner = writeOwner('Owner', MINIO_OWNER)
  const named = (tag: string, text: string | undefined) => (text ? `<${tag}>${name(text)}</${tag}>` : '')
  const prefixes = page.commonPrefixes.map(
    (prefix) => `<CommonPrefixes><Prefix>${name(prefix)}</Prefix></CommonPrefixes>`,
  )
  const versions = page.versions.map((version) => {
    const tag = version.isDeleteMarker ? 'DeleteMarker' : 'Version'
    const etag = version.isDeleteMarker ? '' : `&#34;${version.etag}&#34;`
    const metadata = version.metadata === undefined ? '' : writeListedMetadata(version.metadata)
    return `<${tag}><Key>${name(version.key)}</Key><LastModified>${isoDate(version.lastModified)}</LastModified><ETag>${etag}</ETag><Size>${version.size}</Size>${owner}<StorageClass>${version.storageClass ?? 'STANDARD'}</StorageClass>${metadata}<IsLatest>${version.isLatest}</IsLatest><VersionId>${version.versionId}</VersionId></${tag}>`
  })
  const inner =
    element('Name', page.bucket) +
    `<Prefix>${name(page.prefix)}</Prefix><KeyMarker>${name(page.keyMarker)}</KeyMarker>` +
    named('NextKeyMarker', page.nextKeyMarker) +
    element('NextVersionIdMarker', page.nextVersionIdMarker ?? '') +
    element('VersionIdMarker', page.versionIdMarker) +
    element('MaxKeys', page.maxKeys) +
    named('Delimiter', page.delimiter) +
    element('IsTruncated', page.isTruncated) +
    prefixes.join('') +
    versions.join('') +
    (urlEncoded ? element('EncodingType', 'url') : '')
  return xmlDocument('ListVersionsResult', S3_NAMESPACE, inner)
}

/** Larger than a thousand keys of 1024 escaped bytes, with their metadata. */
const LIMITS = { maxBytes: 64 * 1024 * 1024, maxElements: 500_000 }

/** @throws WireError MalformedXML */
export function parseListVersions(source: string | Uint8Array): ListVersionsPage {
  const root = parseXml(source, 'ListVersionsResult', LIMITS)
  const text = (tag: string) => childText(root, tag) ?? ''
  const name = text('EncodingType') === 'url' ? decodeKey : (encoded: string) => encoded
  const optional = (field: string, value: string) => (value === '' ? {} : { [field]: value })
  return {
    bucket: text('Name'),
    prefix: name(text('Prefix')),
    ...optional('delimiter', name(text('Delimiter'))),
    keyMarker: name(text('KeyMarker')),
    versionIdMarker: text('VersionIdMarker'),
    ...optional('nextKeyMarker', name(text('NextKeyMarker'))),
    ...optional('nextVersionIdMarker', text('NextVersionIdMarker')),
    maxKeys: parseInteger(text('MaxKeys') || '0'),
    isTruncated: parseBoolean(text('IsTruncated')),
    // Both kinds in one order, which would be lost by reading one kind after the other.
    versions: root.children
      .filter((child) => child.name === 'Version' || child.name === 'DeleteMarker')
      .map((version) => readVersion(version, name)),
    commonPrefixes: childrenOf(root, 'CommonPrefixes').map((prefixes) => name(childText(prefixes, 'Prefix') ?? '')),
  }
}

function readVersion(version: XmlElement, name: (encoded: string) => string): ListedVersion {
  const text = (tag: string) => childText(version, tag) ?? ''
  const metadata = readMetadata(version)
  return {
    key: name(text('Key')),
    versionId: text('VersionId'),
    isLatest: parseBoolean(text('IsLatest')),
    isDeleteMarker: version.name === 'DeleteMarker',
    size: parseInteger(text('Size') || '0'),
    etag: unquoted(text('ETag')),
    lastModified: parseDate(text('LastModified')),
    ...(metadata === undefined ? {} : { metadata }),
  }
}

function readMetadata(version: XmlElement): ListedMetadata | undefined {
  const [fields] = childrenOf(version, 'UserMetadata')
  const tags = childText(version, 'UserTags')
  if (fields === undefined && tags === undefined) return undefined
  const metadata: ListedMetadata = { ...(tags === undefined ? {} : { tags }) }
  for (const field of fields?.children ?? []) addMetadata(metadata, field.name, field.text)
  return metadata
}
