import type { Credentials } from '../credentials.ts'
import { compareText } from '../order.ts'
import {
  ALGORITHM,
  amzDate,
  canonicalRequest,
  type Scope,
  type Service,
  scopeText,
  signature,
  signingKey,
  stringToSign,
} from './canonical.ts'

export interface SignOptions {
  method: string
  /** `pathname` must be the escaped path; build it with `objectPath`. */
  url: URL
  /** Further headers; all are signed except those that proxies and HTTP clients set or rewrite. */
  headers?: Record<string, string>
  credentials: Credentials
  /** Default `us-east-1`; empty for MinIO's admin API. */
  region?: string
  service?: Service
  /** SHA-256 of the body in hex, or one of `PAYLOAD`. */
  payloadHash: string
  now?: Date
}

/** What a chunk encoder needs to continue from the signature of the headers. */
export interface SigningSeed {
  signature: string
  signingKey: Buffer
  scope: Scope
  /** `yyyymmddThhmmssZ` */
  timestamp: string
}

/** Headers that the HTTP client or a proxy sets or rewrites: signing them would break valid requests. */
const NEVER_SIGNED = new Set([
  'authorization',
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'te',
  'trailer',
  'transfer-encoding',
  'user-agent',
])

/** The headers of `signRequest` together with the seed for signed chunks. */
export function signWithSeed(options: SignOptions): { headers: Record<string, string>; seed: SigningSeed } {
  const { method, url, credentials, payloadHash } = options
  const timestamp = amzDate(options.now ?? new Date())
  const scope: Scope = {
    date: timestamp.slice(0, 8),
    region: options.region ?? 'us-east-1',
    service: options.service ?? 's3',
  }
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = value
  headers.host = url.host
  headers['x-amz-date'] = timestamp
  headers['x-amz-content-sha256'] = payloadHash
  if (credentials.sessionToken !== undefined) headers['x-amz-security-token'] = credentials.sessionToken

  const signed = Object.entries(headers)
    .filter(([name]) => !NEVER_SIGNED.has(name))
    .sort(([a], [b]) => compareText(a, b))
  const canonical = canonicalRequest({
    method,
    path: url.pathname,
    query: url.search.slice(1),
    headers: signed,
    payloadHash,
  })
  const key = signingKey(credentials.secretKey, scope)
  const requestSignature = signature(key, stringToSign(canonical, timestamp, scope))
  const names = signed.map(([name]) => name).join(';')
  const credential = `${credentials.accessKey}/${scopeText(scope)}`
  headers.authorization = `${ALGORITHM} Credential=${credential}, SignedHeaders=${names}, Signature=${requestSignature}`
  return { headers, seed: { signature: requestSignature, signingKey: key, scope, timestamp } }
}

/**
 * Signs a request in its headers. Returns all headers to send, names in lower case: the given ones, `host`, `x-amz-date`,
 * `x-amz-content-sha256`, `x-amz-security-token` for temporary credentials, and `authorization`.
 */
export function signRequest(options: SignOptions): Record<string, string> {
  return signWithSeed(options).headers
}
