/**
 * The texts that Signature Version 4 hashes and signs, shared by signing and verifying.
 * Source: Amazon S3 API reference, "Authenticating Requests (AWS Signature Version 4)".
 */

import { hmacSha256, sha256Hex } from '../hash.ts'
import { compareText } from '../order.ts'
import { normalizePath, normalizeQueryComponent } from './percent-encoding.ts'

export const ALGORITHM = 'AWS4-HMAC-SHA256'

export type Service = 's3' | 'sts' | 'iam'

/** Date, region and service of a signing key. An empty region is valid: MinIO's admin client uses it. */
export interface Scope {
  /** yyyymmdd, UTC */
  date: string
  region: string
  service: Service
}

export interface CanonicalParts {
  method: string
  /** Path as sent, escaped or not. */
  path: string
  /** Query as sent, without '?'. */
  query: string
  /** Names in lower case, sorted, with the values as sent. */
  headers: [name: string, value: string | readonly string[]][]
  payloadHash: string
}

/** `yyyymmddThhmmssZ`, the only date format in signatures. */
export function amzDate(date: Date): string {
  const iso = date.toISOString()
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}Z`
}

export function scopeText(scope: Scope): string {
  return `${scope.date}/${scope.region}/${scope.service}/aws4_request`
}

/**
 * Names and values in their normalized escaped form, sorted by name. Values of a repeated name keep their order, as in
 * MinIO; AWS sorts them too, so a client that repeats a name should send the values sorted.
 */
function canonicalQuery(query: string, omit?: string): string {
  if (query === '') return ''
  const pairs: [string, string][] = []
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = normalizeQueryComponent(equals < 0 ? pair : pair.slice(0, equals))
    if (name !== omit) pairs.push([name, equals < 0 ? '' : normalizeQueryComponent(pair.slice(equals + 1))])
  }
  return pairs
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** Only ASCII whitespace: other whitespace can be part of a character in a UTF-8 value (the byte A0 in `à`). */
function canonicalValue(value: string | readonly string[]): string {
  const values = typeof value === 'string' ? [value] : value
  return values.map((one) => one.replace(/[\t-\r ]+/g, ' ').replace(/^ | $/g, '')).join(',')
}

export function canonicalRequest(parts: CanonicalParts, omitQuery?: string): string {
  const path = normalizePath(parts.path === '' ? '/' : parts.path)
  return canonicalText({ ...parts, path, query: canonicalQuery(parts.query, omitQuery) })
}

/** The same for a path and a query that are in their canonical form already. */
export function canonicalText({ method, path, query, headers, payloadHash }: CanonicalParts): string {
  let lines = ''
  for (const [name, value] of headers) lines += `${name}:${canonicalValue(value)}\n`
  const names = headers.map(([name]) => name).join(';')
  return `${method}\n${path}\n${query}\n${lines}\n${names}\n${payloadHash}`
}

/**
 * Header values are byte strings in Node (Latin-1), while clients sign the bytes they sent, often UTF-8. Everything
 * else in the canonical request is ASCII, so hashing it as Latin-1 restores the original bytes.
 */
export function stringToSign(canonical: string, timestamp: string, scope: Scope): string {
  const hash = sha256Hex(Buffer.from(canonical, 'latin1'))
  return `${ALGORITHM}\n${timestamp}\n${scopeText(scope)}\n${hash}`
}

/** Recently derived keys: one serves all requests of its credentials for a day, and deriving it is most of a signature's cost. */
const derivedKeys = new Map<string, Buffer>()
const MAX_DERIVED_KEYS = 256

export function signingKey(secretKey: string, scope: Scope): Buffer {
  const name = `${scopeText(scope)}/${secretKey}`
  const derived = derivedKeys.get(name)
  if (derived !== undefined) return derived
  const key = deriveSigningKey(secretKey, scope)
  const [oldest] = derivedKeys.keys()
  if (derivedKeys.size >= MAX_DERIVED_KEYS && oldest !== undefined) derivedKeys.delete(oldest)
  derivedKeys.set(name, key)
  return key
}

function deriveSigningKey(secretKey: string, scope: Scope): Buffer {
  const date = hmacSha256(`AWS4${secretKey}`, scope.date)
  const service = hmacSha256(hmacSha256(date, scope.region), scope.service)
  return hmacSha256(service, 'aws4_request')
}

export function signature(key: Buffer, text: string): string {
  return hmacSha256(key, text).toString('hex')
}
