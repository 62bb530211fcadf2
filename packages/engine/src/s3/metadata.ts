/** What a request asks to be kept with an object: content headers, user metadata, tags. */
import type { IncomingHttpHeaders } from 'node:http'
import { parseTaggingHeader } from '@cooperage/wire'
import type { ObjectMetadata } from '../store/store.ts'
import { s3Error } from './errors.ts'
import { storedStorageClass } from './storage-class.ts'

export const USER_PREFIX = 'x-amz-meta-'

const KEPT = ['cache-control', 'content-disposition', 'content-language', 'expires'] as const
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
  const kept: Record<string, string> = {}
  for (const name of KEPT) {
    const value = headers[name]
    if (value) kept[name] = value
  }
  const encoding = storedEncoding(headers['content-encoding'])
  if (encoding) kept['content-encoding'] = encoding
  Object.assign(kept, storedStorageClass(headers))

  const user = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(USER_PREFIX) && typeof value === 'string' ? [[name.slice(USER_PREFIX.length), value] as const] : [],
  )
  return {
    contentType: headers['content-type'] || 'binary/octet-stream',
    headers: kept,
    // Defines and never assigns: a name may be `__proto__` too.
    user: Object.fromEntries(user),
  }
}

/** `aws-chunked` is framing of the request, taken off before the object is stored. */
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
