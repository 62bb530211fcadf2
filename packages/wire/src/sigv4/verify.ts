/**
 * Verifies Signature Version 4 in headers and in the query, in MinIO's order of checks so that a request with several
 * errors is rejected with the same code. Stricter than MinIO in four points. As in AWS, every `x-amz-*` header must be
 * signed, the date of the scope must be the date of the request, and a header-signed request without
 * `x-amz-content-sha256` has signed an empty body. Every `x-minio-*` header must be signed too: `x-minio-force-delete`
 * would turn a link that deletes one object into one that deletes a whole prefix.
 */

import { EMPTY_SHA256, equalInConstantTime } from '../hash.ts'
import { ALGORITHM, canonicalRequest, signature, signingKey, stringToSign } from './canonical.ts'
import { parseCredential, parseTimestamp, type ScopedCredential } from './credential-scope.ts'
import { authorizationOf, header, type IncomingHeaders, type IncomingRequest, splitTarget } from './incoming.ts'
import { PAYLOAD } from './payload.ts'
import { refusal } from './refusals.ts'
import { type KeySecrets, MAX_SKEW_MS, secretsOf, type VerifiedRequest, type VerifyOptions } from './verification.ts'

const MAX_EXPIRES_SECONDS = 7 * 24 * 3600
const MUST_BE_SIGNED = /^x-(?:amz|minio)-/

/** @throws WireError */
export function verifyHeaderV4(request: IncomingRequest, options: VerifyOptions): VerifiedRequest {
  const now = options.now ?? new Date()
  const timestamp = header(request.headers, 'x-amz-date') || header(request.headers, 'date')
  if (!timestamp) throw refusal('dateMissing')
  const signedAt = parseTimestamp(timestamp)
  if (signedAt === undefined) throw refusal('dateMalformed')
  if (Math.abs(now.getTime() - signedAt) > MAX_SKEW_MS) throw refusal('tooSkewed')

  const authorization = parseAuthorization(authorizationOf(request.headers), options)
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

/** @throws WireError */
export function verifyQueryV4(request: IncomingRequest, options: VerifyOptions): VerifiedRequest {
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

function parseExpires(text: string): number {
  if (/^-\d+$/.test(text)) throw refusal('expiresNegative')
  if (!/^\d{1,12}$/.test(text)) throw refusal('expiresMalformed')
  const seconds = Number(text)
  if (seconds > MAX_EXPIRES_SECONDS) throw refusal('expiresTooLong')
  return seconds
}

/** `AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…`, in this order; spaces between the fields are ignored. */
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
    if (value !== undefined && MUST_BE_SIGNED.test(name) && !signed.has(name)) throw refusal('unsignedHeaders')
  }
  return [...signed].sort().map((name) => {
    const value = headers[name]
    if (value === undefined) throw refusal('unsignedHeaders')
    return [name, value]
  })
}
