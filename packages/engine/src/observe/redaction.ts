/** Nothing that could be used to act as somebody else is in a trace, an audit entry or a log. */
import type { IncomingHttpHeaders } from 'node:http'

export const REDACTED = '*REDACTED*'

const SECRET_HEADERS = new Set([
  'cookie',
  'proxy-authorization',
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

/** By canonical name, as Go writes it. */
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

/** A query string without `?`. */
export function redactedQuery(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    Array.from(query, ([name, value]) => [name, SECRET_PARAMETERS.has(name.toLowerCase()) ? REDACTED : value]),
  )
}

/** Go's order and escapes are of no use to anybody; this one reads back. */
export function redactedQueryText(query: URLSearchParams): string {
  return new URLSearchParams(redactedQuery(query)).toString()
}

function redactedValue(name: string, value: string): string {
  if (SECRET_HEADERS.has(name)) return REDACTED
  // A page that was opened by a presigned link names the link when it asks for more.
  if (name === 'referer') return redactedUrl(value)
  if (name !== 'authorization') return value
  // Who signed and what is no secret; the signature is.
  return /^AWS4-HMAC-SHA256 /.test(value) ? value.replace(/(Signature=)[^,\s]*/g, `$1${REDACTED}`) : REDACTED
}

function redactedUrl(url: string): string {
  const mark = url.indexOf('?')
  if (mark < 0) return url
  const query = new URLSearchParams(url.slice(mark + 1))
  return `${url.slice(0, mark)}?${redactedQueryText(query)}`
}

function canonicalHeaderName(name: string): string {
  if (name === 'etag') return 'ETag'
  return name.replace(/(^|-)([a-z])/g, (letter) => letter.toUpperCase())
}
