import type { ObjectChecksum, ObjectDetails } from '@cooperage/contract'
import { textOfHeader } from '@cooperage/storage-client'

type Headers = Record<string, string>
/** The details that the headers of an object contain; lock and tags need their own calls. */
type HeadDetails = Omit<ObjectDetails, 'legal_hold' | 'retention' | 'tags'>

const META = 'x-amz-meta-'

const NOTHING: HeadDetails = {
  name: '',
  version_id: '',
  is_delete_marker: false,
  size: 0,
  last_modified: '',
  etag: '',
  content_type: '',
  content_encoding: '',
  content_disposition: '',
  content_language: '',
  cache_control: '',
  expires: '',
  user_metadata: {},
  storage_class: '',
  encryption: { kind: '', key_id: '' },
  checksums: [],
  part_count: 0,
  expiry: { date: '', rule: '' },
  replication_status: '',
}

export function markerDetails(name: string, versionId: string, lastModified: string): ObjectDetails {
  return {
    ...NOTHING,
    name,
    version_id: versionId,
    is_delete_marker: true,
    last_modified: lastModified,
    legal_hold: { status: '', unread: null },
    retention: { mode: '', until: '', unread: null },
    tags: { values: {}, unread: null },
  }
}

export function headDetails(name: string, headers: Headers): HeadDetails {
  const etag = etagOf(headers) ?? ''
  return {
    ...NOTHING,
    name,
    version_id: headers['x-amz-version-id'] ?? '',
    size: Number(headers['content-length'] ?? 0),
    last_modified: isoTime(headers['last-modified']),
    etag,
    content_type: headers['content-type'] ?? '',
    content_encoding: headers['content-encoding'] ?? '',
    content_disposition: headers['content-disposition'] ?? '',
    content_language: headers['content-language'] ?? '',
    cache_control: headers['cache-control'] ?? '',
    expires: headers.expires ?? '',
    user_metadata: userMetadataOf(headers),
    storage_class: headers['x-amz-storage-class'] ?? 'STANDARD',
    encryption: encryptionOf(headers),
    checksums: checksumsOf(headers),
    // Amazon S3 user guide, "Checking object integrity": the ETag of a multipart object ends with the number of parts.
    part_count: Number(/^[0-9a-f]{32}-(\d{1,5})$/.exec(etag)?.[1] ?? 0),
    expiry: expiryOf(headers['x-amz-expiration'] ?? ''),
    replication_status: headers['x-amz-replication-status'] ?? '',
  }
}

export function etagOf(headers: Headers): string | undefined {
  return headers.etag?.replace(/^"|"$/g, '')
}

function userMetadataOf(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith(META))
      .map(([name, value]) => [name.slice(META.length), textOfHeader(value)]),
  )
}

function encryptionOf(headers: Headers): ObjectDetails['encryption'] {
  if (headers['x-amz-server-side-encryption-customer-algorithm']) return { kind: 'SSE-C', key_id: '' }
  const algorithm = headers['x-amz-server-side-encryption']
  if (algorithm === 'AES256') return { kind: 'SSE-S3', key_id: '' }
  if (algorithm?.startsWith('aws:kms')) {
    const id = headers['x-amz-server-side-encryption-aws-kms-key-id'] ?? ''
    return { kind: 'SSE-KMS', key_id: id.replace(/^arn:aws:kms:/, '') }
  }
  return NOTHING.encryption
}

const ALGORITHMS = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256']

function checksumsOf(headers: Headers): ObjectChecksum[] {
  return ALGORITHMS.flatMap((algorithm) => {
    const value = headers[`x-amz-checksum-${algorithm.toLowerCase()}`]
    if (value === undefined) return []
    const isOverParts = headers['x-amz-checksum-type'] === 'COMPOSITE' || value.includes('-')
    return [{ algorithm, value, kind: isOverParts ? ('COMPOSITE' as const) : ('FULL_OBJECT' as const) }]
  })
}

/** Amazon S3 API reference, "HeadObject": `expiry-date="…", rule-id="…"`, with the rule percent-encoded. */
function expiryOf(header: string): ObjectDetails['expiry'] {
  const [, date] = /expiry-date="([^"]*)"/.exec(header) ?? []
  const [, rule = ''] = /rule-id="([^"]*)"/.exec(header) ?? []
  return { date: isoTime(date), rule }
}

function isoTime(text: string | undefined): string {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
