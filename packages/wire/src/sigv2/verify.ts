/**
 * Verifies Signature Version 2 in headers and in the query, in MinIO's order of checks and with its codes. It differs where
 * AWS documents otherwise: `Date` isn't signed beside an `x-amz-date`, headers in the query of a link count as headers
 * (MinIO applies them unsigned), and every sub-resource is signed (`SUB_RESOURCES`).
 */

import { equalInConstantTime } from '../hash.ts'
import { parseTimestamp } from '../sigv4/credential-scope.ts'
import { authorizationOf, header, type IncomingHeaders, type IncomingRequest, splitTarget } from '../sigv4/incoming.ts'
import { PAYLOAD } from '../sigv4/payload.ts'
import { refusal } from '../sigv4/refusals.ts'
import {
  type KeySecrets,
  MAX_SKEW_MS,
  secretsOf,
  type VerifiedRequest,
  type VerifyOptions,
} from '../sigv4/verification.ts'
import { canonicalResource, hidesParameter, signature, stringToSign } from './canonical.ts'
import { withLinkHeaders } from './link-headers.ts'

/** The values to compare, once the access key is known. */
interface Claim {
  accessKey: string
  secrets: KeySecrets
  headers: IncomingHeaders
  date: string
  signature: string
}

/** @throws WireError */
export function verifyHeaderV2(request: IncomingRequest, options: VerifyOptions): VerifiedRequest {
  const { headers } = request
  const amzDate = header(headers, 'x-amz-date')
  const date = header(headers, 'date') ?? ''
  if (!amzDate && !date) throw refusal('dateMissing')
  const signedAt = parseDate(amzDate || date)
  if (signedAt === undefined) throw refusal('dateMalformed')
  const now = options.now?.getTime() ?? Date.now()
  if (Math.abs(now - signedAt) > MAX_SKEW_MS) throw refusal('tooSkewed')

  const match = /^AWS ([^ :]*):([^ :]*)$/.exec(authorizationOf(headers).trim())
  if (match === null) throw refusal('missingFields')
  const [, accessKey = '', given = ''] = match
  const secrets = secretsOf(accessKey, header(headers, 'x-amz-security-token'), options)
  return compare(request, { accessKey, secrets, headers, date: amzDate ? '' : date, signature: given })
}

/** @throws WireError */
export function verifyQueryV2(request: IncomingRequest, options: VerifyOptions): VerifiedRequest {
  const parameters = new URLSearchParams(splitTarget(request.target).query)
  const accessKey = parameters.get('AWSAccessKeyId')
  const expires = parameters.get('Expires')
  const given = parameters.get('Signature')
  if (!accessKey || !expires || !given) throw refusal('queryV2ParametersMissing')
  const headers = withLinkHeaders(request.headers, parameters)
  // MinIO only accepts the token under this name and leaves it unsigned; it must still be the right one.
  const token = header(headers, 'x-amz-security-token') ?? parameters.get('X-Amz-Security-Token') ?? undefined
  const secrets = secretsOf(accessKey, token, options)
  if (!/^-?\d{1,19}$/.test(expires)) throw refusal('queryV2ExpiresMalformed')
  const now = options.now?.getTime() ?? Date.now()
  if (Number(expires) * 1000 < now) throw refusal('expired')
  return compare(request, { accessKey, secrets, headers, date: expires, signature: given })
}

function compare({ method, target }: IncomingRequest, claim: Claim): VerifiedRequest {
  const { accessKey, secrets, headers, date } = claim
  const { path, query } = splitTarget(target)
  const isRight = pathsOf(path).some((one) => {
    const text = stringToSign({ method, headers, date, resource: canonicalResource(one, query) })
    return equalInConstantTime(signature(secrets.secretKey, Buffer.from(text, 'latin1')), claim.signature)
  })
  if (!isRight || hidesParameter(query)) throw refusal('signatureMismatch')
  return { accessKey, payloadHash: header(headers, 'x-amz-content-sha256') ?? PAYLOAD.unsigned }
}

/** A bucket is signed as sent, or with a trailing slash: boto3 adds one even if the bucket isn't in the path. */
function pathsOf(path: string): string[] {
  return /^\/[^/]+$/.test(path) ? [path, `${path}/`] : [path]
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/

/** Parses `Tue, 27 Mar 2007 19:36:42 +0000`, or a date in the format of version 4, to milliseconds since the epoch. */
function parseDate(text: string): number | undefined {
  if (!HTTP_DATE.test(text)) return parseTimestamp(text)
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
