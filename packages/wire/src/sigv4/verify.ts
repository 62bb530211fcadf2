/**
 * Verifies Signature Version 4 in headers and in the query, in MinIO's order of checks so that a request with several
 * faults is refused with the same code. Stricter than MinIO in three points, as AWS is: every `x-amz-*` header must be
 * signed, the date of the scope must be the date of the request, and a header-signed request without
 * `x-amz-content-sha256` has signed an empty body.
 */
import { EMPTY_SHA256, equalInConstantTime } from '../hash.ts'
import { ALGORITHM, canonicalRequest, type Service, signature, signingKey, stringToSign } from './canonical.ts'
import { parseCredential, type ScopedCredential } from './credential-scope.ts'
import { header, type IncomingHeaders, type IncomingRequest, splitTarget } from './incoming.ts'
import { PAYLOAD } from './payload.ts'
import { refusal } from './refusals.ts'
import type { SigningSeed } from './sign.ts'

/** What belongs to an access key. `sessionToken` is present for temporary credentials and must then come with the request. */
export interface KeySecrets {
  secretKey: string
  sessionToken?: string
}

export interface VerifyOptions {
  /** Undefined for an unknown or ended key; may throw a `WireError` of its own, for example for a disabled account. */
  lookup: (accessKey: string) => KeySecrets | undefined
  service?: Service
  /** Region the server insists on; without it, or empty, any region is taken. */
  region?: string
  now?: Date
  /** Hash to verify with in place of the declared one: STS hashes the form it has read itself. */
  payloadHash?: string
}

export interface VerifiedRequest {
  accessKey: string
  /** What the client signed as the hash of the body: hex, or one of `PAYLOAD`. */
  payloadHash: string
  /** Where signed chunks go on. */
  seed: SigningSeed
}

const MAX_SKEW_MS = 15 * 60 * 1000
const MAX_EXPIRES_SECONDS = 7 * 24 * 3600

/** How a request says who sends it. `unsupported` covers signature version 2, bearer and basic authorization. */
export type AuthenticationForm = 'header' | 'query' | 'anonymous' | 'unsupported'

export function authenticationForm(request: IncomingRequest): AuthenticationForm {
  const authorization = header(request.headers, 'authorization')
  if (authorization?.trimStart().startsWith(ALGORITHM)) return 'header'
  const { query } = splitTarget(request.target)
  if (query.includes('X-Amz-') && new URLSearchParams(query).has('X-Amz-Credential')) return 'query'
  if (authorization !== undefined) return 'unsupported'
  return /(?:^|&)AWSAccessKeyId=/.test(query) ? 'unsupported' : 'anonymous'
}

/**
 * Who signed the request.
 * @throws WireError with the protocol's code and status for every refusal; an anonymous request is `AccessDenied`
 */
export function verifyRequest(request: IncomingRequest, options: VerifyOptions): VerifiedRequest {
  switch (authenticationForm(request)) {
    case 'header':
      return verifyHeader(request, options)
    case 'query':
      return verifyQuery(request, options)
    case 'unsupported':
      // Bearer tokens are known to the server, for other paths than these.
      throw refusal(
        header(request.headers, 'authorization')?.startsWith('Bearer') ? 'accessDenied' : 'mechanismNotSupported',
      )
    case 'anonymous':
      throw refusal('accessDenied')
  }
}

function verifyHeader(request: IncomingRequest, options: VerifyOptions): VerifiedRequest {
  const now = options.now ?? new Date()
  const timestamp = header(request.headers, 'x-amz-date') || header(request.headers, 'date')
  if (!timestamp) throw refusal('dateMissing')
  const signedAt = parseTimestamp(timestamp)
  if (signedAt === undefined) throw refusal('dateMalformed')
  if (Math.abs(now.getTime() - signedAt) > MAX_SKEW_MS) throw refusal('tooSkewed')

  const authorization = parseAuthorization(header(request.headers, 'authorization') ?? '', options)
  const headers = signedHeaders(request.headers, authorization.signedHeaders)
  const secrets = secretsOf(
    authorization.credential.accessKey,
    header(request.headers, 'x-amz-security-token'),
    options,
  )
  const payloadHash = options.payloadHash ?? header(request.headers, 'x-amz-content-sha256') ?? EMPTY_SHA256
  const { path, query } = splitTarget(request.target)
  const canonical = canonicalRequest({ method: request.method, path, query, headers, payloadHash })
  return compare(canonical, timestamp, authorization, secrets, payloadHash)
}

function verifyQuery(request: IncomingRequest, options: VerifyOptions): VerifiedRequest {
  const { path, query } = splitTarget(request.target)
  const parameters = new URLSearchParams(query)
  const timestamp = parameters.get('X-Amz-Date')
  const expires = parameters.get('X-Amz-Expires')
  const credentialText = parameters.get('X-Amz-Credential')
  const names = parameters.get('X-Amz-SignedHeaders')
  const given = parameters.get('X-Amz-Signature')
  const algorithm = parameters.get('X-Amz-Algorithm')
  if (
    timestamp === null ||
    expires === null ||
    credentialText === null ||
    names === null ||
    given === null ||
    algorithm === null
  ) {
    throw refusal('queryParametersMissing')
  }
  if (algorithm !== ALGORITHM) throw refusal('queryAlgorithm')
  const credential = parseCredential(credentialText, options.service ?? 's3', options.region)
  const signedAt = parseTimestamp(timestamp)
  if (signedAt === undefined) throw refusal('queryDateMalformed')
  const expiresInSeconds = parseExpires(expires)
  if (names === '' || given === '') throw refusal('missingFields')

  const token = header(request.headers, 'x-amz-security-token') ?? parameters.get('X-Amz-Security-Token') ?? undefined
  const secrets = secretsOf(credential.accessKey, token, options)
  const headers = signedHeaders(request.headers, names.split(';'))
  const now = (options.now ?? new Date()).getTime()
  if (signedAt > now + MAX_SKEW_MS) throw refusal('notValidYet')
  if (now - signedAt > expiresInSeconds * 1000) throw refusal('expired')

  const declared = parameters.get('X-Amz-Content-Sha256') ?? header(request.headers, 'x-amz-content-sha256')
  const payloadHash = options.payloadHash ?? declared ?? PAYLOAD.unsigned
  const canonical = canonicalRequest({ method: request.method, path, query, headers, payloadHash }, 'X-Amz-Signature')
  return compare(canonical, timestamp, { credential, signature: given }, secrets, payloadHash)
}

function compare(
  canonical: string,
  timestamp: string,
  { credential, signature: given }: { credential: ScopedCredential; signature: string },
  secrets: KeySecrets,
  payloadHash: string,
): VerifiedRequest {
  const { accessKey, scope } = credential
  const key = signingKey(secrets.secretKey, scope)
  const expected = signature(key, stringToSign(canonical, timestamp, scope))
  if (!equalInConstantTime(expected, given) || scope.date !== timestamp.slice(0, 8)) throw refusal('signatureMismatch')
  return { accessKey, payloadHash, seed: { signature: expected, signingKey: key, scope, timestamp } }
}

/** Milliseconds since the epoch of `yyyymmddThhmmssZ`. */
function parseTimestamp(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second] = match
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time
}

function parseExpires(text: string): number {
  if (/^-\d+$/.test(text)) throw refusal('expiresNegative')
  if (!/^\d{1,12}$/.test(text)) throw refusal('expiresMalformed')
  const seconds = Number(text)
  if (seconds > MAX_EXPIRES_SECONDS) throw refusal('expiresTooLong')
  return seconds
}

/** `AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…`, in this order; blanks between the fields do not matter. */
function parseAuthorization(
  text: string,
  options: VerifyOptions,
): { credential: ScopedCredential; signedHeaders: string[]; signature: string } {
  const fields = text.trim().slice(ALGORITHM.length).split(',')
  const [first, second, third] = fields
  if (fields.length !== 3 || first === undefined || second === undefined || third === undefined) {
    throw refusal('missingFields')
  }
  const credential = parseCredential(
    field(first, 'Credential', 'missingCredential'),
    options.service ?? 's3',
    options.region,
  )
  const names = field(second, 'SignedHeaders', 'missingSignedHeaders')
  const given = field(third, 'Signature', 'missingSignature')
  if (names === '' || given === '') throw refusal('missingFields')
  return { credential, signedHeaders: names.split(';'), signature: given }
}

function field(text: string, name: string, otherwise: Parameters<typeof refusal>[0]): string {
  const equals = text.indexOf('=')
  if (equals < 0) throw refusal('missingFields')
  if (text.slice(0, equals).trim() !== name) throw refusal(otherwise)
  return text.slice(equals + 1).trim()
}

function signedHeaders(headers: IncomingHeaders, names: string[]): [string, string | string[]][] {
  const signed = new Set(names)
  if (!signed.has('host')) throw refusal('unsignedHeaders')
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name.startsWith('x-amz-') && !signed.has(name)) throw refusal('unsignedHeaders')
  }
  return [...signed].sort().map((name) => {
    const value = headers[name]
    if (value === undefined) throw refusal('unsignedHeaders')
    return [name, value]
  })
}

/** @throws WireError for an unknown key, and unless the session token is the one that belongs to it */
export function secretsOf(
  accessKey: string,
  token: string | undefined,
  options: Pick<VerifyOptions, 'lookup'>,
): KeySecrets {
  const secrets = options.lookup(accessKey)
  if (secrets === undefined) throw refusal('unknownAccessKey')
  const expected = secrets.sessionToken
  const isTokenRight = expected === undefined ? !token : token !== undefined && equalInConstantTime(expected, token)
  if (!isTokenRight) throw refusal('tokenInvalid')
  return secrets
}
