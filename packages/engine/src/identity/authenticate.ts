import { authenticationForm, type KeySecrets, type VerifiedRequest, verifyRequest } from '@cooperage/wire'
import type { Engine } from '../engine.ts'
import type { Exchange } from '../http/exchange.ts'
import { ANONYMOUS, type Caller } from './caller.ts'
import { findCaller } from './callers.ts'

export interface Authenticated {
  caller: Caller
  verified: VerifiedRequest
}

export interface AuthenticateOptions {
  service?: 's3' | 'sts'
  /** Hash of a body that was read before (STS). */
  payloadHash?: string
  /** Default: that of the engine. */
  region?: string
  /** Whether signature version 2 will do. Default: no. */
  acceptsSignatureV2?: boolean
  /** When the request came; default: now. */
  now?: Date
}

/** Who signed the request. @throws WireError, AccessDenied when nobody did */
export function authenticate(engine: Engine, exchange: Exchange, options: AuthenticateOptions = {}): Authenticated {
  const verified = verifyRequest(exchange.signed, {
    region: engine.region,
    ...options,
    lookup: (accessKey) => secretsOf(engine, accessKey),
  })
  const caller = callerOf(engine, verified.accessKey)
  exchange.facts.caller = caller
  return { caller, verified }
}

/** What belongs to an access key. @throws WireError InvalidAccessKeyId for one that is disabled */
export function secretsOf(engine: Engine, accessKey: string): KeySecrets | undefined {
  const caller = findCaller(engine, accessKey)
  if (caller === undefined) return undefined
  const { secretKey, temporary } = caller
  return temporary === undefined ? { secretKey } : { secretKey, sessionToken: temporary.sessionToken }
}

/** Who has a key whose signature was verified just now. */
export function callerOf(engine: Engine, accessKey: string): Caller {
  return findCaller(engine, accessKey) ?? ANONYMOUS
}

/**
 * Likewise, and a request without any authentication is that of nobody: what it may do is for bucket policies to say.
 * @throws WireError
 */
export function authenticateOrAnonymous(
  engine: Engine,
  exchange: Exchange,
  options: AuthenticateOptions = {},
): { caller: Caller; verified: VerifiedRequest | undefined } {
  if (authenticationForm(exchange.signed) !== 'anonymous') return authenticate(engine, exchange, options)
  return { caller: ANONYMOUS, verified: undefined }
}
