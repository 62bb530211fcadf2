/** Response headers of an object. */
import type { ObjectRecord } from '../store/store.ts'
import { encodedWords } from './encoded-words.ts'
import { encryptionHeader } from './encryption.ts'
import { USER_PREFIX } from './metadata.ts'
import { versionHeader } from './versions.ts'

/** Query parameters of GET and HEAD that replace response headers. */
const OVERRIDES = {
  'response-content-type': 'content-type',
  'response-content-language': 'content-language',
  'response-expires': 'expires',
  'response-cache-control': 'cache-control',
  'response-content-disposition': 'content-disposition',
  'response-content-encoding': 'content-encoding',
} as const

export function hasOverrides(query: URLSearchParams): boolean {
  return Object.keys(OVERRIDES).some((parameter) => query.has(parameter))
}

/** Headers that identify a state of an object, and the only ones in responses to failed conditions. */
export function identityHeaders(record: ObjectRecord): Record<string, string> {
  return {
    etag: `"${record.etag}"`,
    'last-modified': new Date(record.lastModified).toUTCString(),
    ...versionHeader(record),
  }
}

export function objectHeaders(record: ObjectRecord, query: URLSearchParams): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': record.metadata.contentType,
    ...identityHeaders(record),
    ...record.metadata.headers,
    ...encryptionHeader(record),
  }
  const tags = Object.keys(record.tags).length
  if (tags > 0) headers['x-amz-tagging-count'] = String(tags)
  for (const [name, value] of Object.entries(record.metadata.user)) headers[USER_PREFIX + name] = encodedWords(value)
  for (const [parameter, name] of Object.entries(OVERRIDES)) {
    const value = query.get(parameter)
    if (value) headers[name] = headerSafe(value)
  }
  return headers
}

/** Makes a query value safe for a header: replaces control characters and encodes text as UTF-8 bytes. */
function headerSafe(value: string): string {
  return Buffer.from(value.replace(/\p{Cc}/gu, ' '), 'utf8').toString('latin1')
}
