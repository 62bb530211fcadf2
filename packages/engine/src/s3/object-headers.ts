/** Between the headers of a request or an answer and what the store keeps with an object. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ObjectMetadata, ObjectRecord } from '../store/store.ts'
import { s3Error } from './errors.ts'

const KEPT = ['cache-control', 'content-disposition', 'content-language', 'expires'] as const
const USER_PREFIX = 'x-amz-meta-'
const MAX_USER_METADATA_BYTES = 2 * 1024
const MAX_HEADER_BYTES = 8 * 1024

/** Query parameters of GET and HEAD that replace a header of the answer. */
const OVERRIDES = {
  'response-content-type': 'content-type',
  'response-content-language': 'content-language',
  'response-expires': 'expires',
  'response-cache-control': 'cache-control',
  'response-content-disposition': 'content-disposition',
  'response-content-encoding': 'content-encoding',
} as const

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

  const user: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(USER_PREFIX) && typeof value === 'string') user[name.slice(USER_PREFIX.length)] = value
  }
  return { contentType: headers['content-type'] || 'binary/octet-stream', headers: kept, user }
}

/** `aws-chunked` is framing of the request, taken off before the object is stored. */
function storedEncoding(value: string | undefined): string {
  return (value ?? '')
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding.toLowerCase() !== 'aws-chunked')
    .join(',')
}

export function objectHeaders(record: ObjectRecord, query: URLSearchParams): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': record.metadata.contentType,
    etag: `"${record.etag}"`,
    'last-modified': new Date(record.lastModified).toUTCString(),
    ...record.metadata.headers,
  }
  for (const [name, value] of Object.entries(record.metadata.user)) headers[USER_PREFIX + name] = value
  for (const [parameter, name] of Object.entries(OVERRIDES)) {
    const value = query.get(parameter)
    if (value) headers[name] = headerSafe(value)
  }
  return headers
}

/** A value from the query may hold what no header may; a name in another script goes out as its UTF-8 bytes. */
function headerSafe(value: string): string {
  return Buffer.from(value.replace(/\p{Cc}/gu, ' '), 'utf8').toString('latin1')
}
