/** Removes everything that could be used to impersonate a caller from traces, audit entries and logs. */
import type { IncomingHttpHeaders } from 'node:http'
import { CONSOLE_TOKEN_HEADER } from '@cooperage/wire'
import { canonicalHeaderName } from '../http/canonical-header-name.ts'

export const REDACTED = '*REDACTED*'

const SECRET_HEADERS = new Set([
  'cookie',
  'proxy-authorization',
  CONSOLE_TOKEN_HEADER,
  'x-amz-security-token',
  'x-amz-server-side-encryption-customer-key',
  'x-amz-copy-source-server-side-encryption-customer-key',
])
const SECRET_PARAMETERS = new Set([
  'x-amz-signature',
  'x-amz-security-token',
  'signature',
  'webidentitytoken',
  'token',
  'ldappassword',
])

/** Keyed by header name in Go's canonical form. */
export function redactedHeaders(
  headers: IncomingHttpHeaders | Readonly<Record<string, string>>,
): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    shown[canonicalHeaderName(name)] = redactedValue(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return shown
}

/** The query parameters with secret values redacted. */
export function redactedQuery(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    Array.from(query, ([name, value]) => [name, SECRET_PARAMETERS.has(name.toLowerCase()) ? REDACTED : value]),
  )
}

/** The redacted query string, without `?`. Unlike Go's, it keeps the order of parameters. */
export function redactedQueryText(query: URLSearchParams): string {
  return new URLSearchParams(redactedQuery(query)).toString()
}

function redactedValue(name: string, value: string): string {
  if (SECRET_HEADERS.has(name)) return REDACTED
  // Requests from a page opened by a presigned URL have that URL as their referrer.
  if (name === 'referer') return redactedUrl(value)
  if (name !== 'authorization') return value
  // The credential and the signed headers aren't secret, the signature is.
  return /^AWS4-HMAC-SHA256 /.test(value) ? value.replace(/(Signature=)[^,\s]*/g, `$1${REDACTED}`) : REDACTED
}

function redactedUrl(url: string): string {
  const mark = url.indexOf('?')
  if (mark < 0) return url
  const query = new URLSearchParams(url.slice(mark + 1))
  return `${url.slice(0, mark)}?${redactedQueryText(query)}`
}
