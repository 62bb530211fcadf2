import { authenticationForm, type KeySecrets, type VerifiedRequest, verifyRequest } from '@cooperage/wire'
import { ANONYMOUS, type Caller } from './caller.ts'
import { findCaller } from './callers.ts'
import type { IdentityServices } from './services.ts'
import type { SignedRequest } from './signed-request.ts'

interface Authenticated {
  caller: Caller
  verified: VerifiedRequest
}

interface AuthenticateOptions {
  service?: 's3' | 'sts'
  /** Hash of a body that has already been read (STS). */
  payloadHash?: string
  /** Default: the engine's region. */
  region?: string
  /** Whether signature version 2 is accepted. Default: false. */
  acceptsSignatureV2?: boolean
  /** When the request arrived. Default: now. */
  now?: Date
}

/** Verifies the signature and returns the caller. @throws WireError, AccessDenied for an unsigned request */
export function authenticate(
  engine: IdentityServices,
  exchange: SignedRequest,
  options: AuthenticateOptions = {},
): Authenticated {
  const verified = verifyRequest(exchange.signed, {
    region: engine.region,
    ...options,
    lookup: (accessKey) => secretsOf(engine, accessKey),
  })
  const caller = callerOf(engine, verified.accessKey)
  exchange.facts.caller = caller
  return { caller, verified }
}

/** The secrets of an access key. @throws WireError InvalidAccessKeyId for a disabled one */
export function secretsOf(engine: IdentityServices, accessKey: string): KeySecrets | undefined {
  const caller = findCaller(engine, accessKey)
  if (caller === undefined) return undefined
  const { secretKey, temporary } = caller
  return temporary === undefined ? { secretKey } : { secretKey, sessionToken: temporary.sessionToken }
}

/** The caller of an access key whose signature has been verified. */
function callerOf(engine: IdentityServices, accessKey: string): Caller {
  return findCaller(engine, accessKey) ?? ANONYMOUS
}

/**
 * Like `authenticate`, but accepts an unsigned request as anonymous. Bucket policies decide what it may do.
 * @throws WireError
 */
export function authenticateOrAnonymous(
  engine: IdentityServices,
  exchange: SignedRequest,
  options: AuthenticateOptions = {},
): { caller: Caller; verified: VerifiedRequest | undefined } {
  if (authenticationForm(exchange.signed) !== 'anonymous') return authenticate(engine, exchange, options)
  return { caller: ANONYMOUS, verified: undefined }
}
