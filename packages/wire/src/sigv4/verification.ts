/** What verifying a request needs and gives, whatever version its signature has. */
import { equalInConstantTime } from '../hash.ts'
import type { Service } from './canonical.ts'
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
  /** Region the server insists on; without it, or empty, any region is taken. Version 2 knows no regions. */
  region?: string
  now?: Date
  /** Hash to verify with in place of the declared one: STS hashes the form it has read itself. */
  payloadHash?: string
  /** Whether signature version 2 is accepted, which only S3 speaks. Default: no. */
  acceptsSignatureV2?: boolean
}

export interface VerifiedRequest {
  accessKey: string
  /** What the client declared as the hash of the body: hex, or one of `PAYLOAD`. */
  payloadHash: string
  /** Where signed chunks go on; version 2 has none. */
  seed?: SigningSeed
}

/** How far the clock of a client may be off. */
export const MAX_SKEW_MS = 15 * 60 * 1000

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
