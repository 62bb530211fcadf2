/** What a request stores with an object: content headers, user metadata and tags. */
import type { IncomingHttpHeaders } from 'node:http'
import { parseTaggingHeader } from '@cooperage/wire'
import type { ObjectMetadata } from '../store/store.ts'
import { s3Error } from './errors.ts'
import { storedStorageClass } from './storage-class.ts'

export const USER_PREFIX = 'x-amz-meta-'

const STORED_HEADERS = ['cache-control', 'content-disposition', 'content-language', 'expires'] as const
const MAX_USER_METADATA_BYTES = 2 * 1024
const MAX_HEADER_BYTES = 8 * 1024

/** @throws WireError MetadataTooLarge */
export function checkHeaderSizes(headers: IncomingHttpHeaders): void {
  let all = 0
  let user = 0
  for (const [name, value] of Object.entries(headers)) {
    const length = name.length + String(value).length
    all += length
    if (name.startsWith(USER_PREFIX)) user += length
  }
  if (all > MAX_HEADER_BYTES || user > MAX_USER_METADATA_BYTES) throw s3Error('MetadataTooLarge')
}

export function metadataFrom(headers: IncomingHttpHeaders): ObjectMetadata {
  const stored: Record<string, string> = {}
  for (const name of STORED_HEADERS) {
    const value = headers[name]
    if (value) stored[name] = value
  }
  const encoding = storedEncoding(headers['content-encoding'])
  if (encoding) stored['content-encoding'] = encoding
  Object.assign(stored, storedStorageClass(headers))

  const user = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(USER_PREFIX) && typeof value === 'string' ? [[name.slice(USER_PREFIX.length), value] as const] : [],
  )
  return {
    contentType: headers['content-type'] || 'binary/octet-stream',
    headers: stored,
    // `fromEntries` defines properties, so the name `__proto__` is safe.
    user: Object.fromEntries(user),
  }
}

/** Removes `aws-chunked`, which is the framing of the request. */
function storedEncoding(value: string | undefined): string {
  return (value ?? '')
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding.toLowerCase() !== 'aws-chunked')
    .join(',')
}

/** @throws WireError InvalidTag, BadRequest, InvalidArgument */
export function tagsFrom(headers: IncomingHttpHeaders): Record<string, string> {
  const tagging = headers['x-amz-tagging']
  return typeof tagging === 'string' ? parseTaggingHeader(tagging) : {}
}
