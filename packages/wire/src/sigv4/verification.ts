/** Inputs and results of verifying a request, for every signature version. */
import { equalInConstantTime } from '../hash.ts'
import type { Service } from './canonical.ts'
import { refusal } from './refusals.ts'
import type { SigningSeed } from './sign.ts'

/** The secret of an access key. `sessionToken` is present for temporary credentials and must then be part of the request. */
export interface KeySecrets {
  secretKey: string
  sessionToken?: string
}

export interface VerifyOptions {
  /** Undefined for an unknown or expired key; may throw its own `WireError`, for example for a disabled account. */
  lookup: (accessKey: string) => KeySecrets | undefined
  service?: Service
  /** Required region; without it, or empty, any region is accepted. Version 2 has no regions. */
  region?: string
  now?: Date
  /** Hash to verify with instead of the declared one: STS hashes the form that it has parsed itself. */
  payloadHash?: string
  /** Whether signature version 2 is accepted, which only S3 supports. Default: no. */
  acceptsSignatureV2?: boolean
}

export interface VerifiedRequest {
  accessKey: string
  /** The declared hash of the body: hex, or one of `PAYLOAD`. */
  payloadHash: string
  /** The start of the chunk signatures; version 2 has none. */
  seed?: SigningSeed
}

/** Maximum clock skew of a client. */
export const MAX_SKEW_MS = 15 * 60 * 1000

/** @throws WireError for an unknown key, or if the session token isn't the one of the key */
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
