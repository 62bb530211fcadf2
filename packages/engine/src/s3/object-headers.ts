/** The headers of an answer that gives an object, from what the store keeps with it. */
import type { ObjectRecord } from '../store/store.ts'
import { encodedWords } from './encoded-words.ts'
import { encryptionHeader } from './encryption.ts'
import { USER_PREFIX } from './metadata.ts'
import { versionHeader } from './versions.ts'

/** Query parameters of GET and HEAD that replace a header of the answer. */
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

/** What tells one state of an object from another; answers about a condition have no more. */
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

/** A value from the query may hold what no header may; a name in another script goes out as its UTF-8 bytes. */
function headerSafe(value: string): string {
  return Buffer.from(value.replace(/\p{Cc}/gu, ' '), 'utf8').toString('latin1')
}
