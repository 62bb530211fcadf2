/** Verifies the tokens that identity providers sign: OpenID Connect Core 1.0, section 3.1.3.7. */
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { splitNames } from '../../iam/names.ts'
import { stsError } from '../errors.ts'
import type { OpenIdProvider } from './provider.ts'

/**
 * Asymmetric algorithms only. MinIO also accepts HS256 with the client secret, so everyone who knows that secret, such as
 * a console, could sign tokens for any user.
 */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** Verifies a token and returns its claims. @throws WireError InvalidParameterValue */
export async function verifyToken(provider: OpenIdProvider, token: string): Promise<JWTPayload & { exp: number }> {
  const { clientId } = provider.settings
  checkHeader(token)
  const { issuer, keys } = await provider.keys().catch((cause: unknown) => {
    throw invalidToken(cause instanceof Error ? cause.message : 'the identity provider does not respond', cause)
  })
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    issuer,
    requiredClaims: ['exp'],
  }).catch((cause: unknown) => {
    throw invalidToken(messageOf(cause, token), cause)
  })
  if (payload.aud === undefined) {
    throw invalidToken('STS JWT Token has `aud` claim invalid, `aud` must match configured OpenID Client ID')
  }
  if (!valuesOf(payload.aud).includes(clientId) && !valuesOf(payload.azp).includes(clientId)) {
    throw invalidToken('STS JWT Token has `azp` claim invalid, `azp` must match configured OpenID Client ID')
  }
  const { exp, iat = 0 } = payload
  if (iat > Date.now() / 1000) throw invalidToken('Token used before issued')
  if (exp === undefined) throw invalidToken('Token is expired')
  return { ...payload, exp }
}

/** Requires a supported algorithm and a key id, since a provider may have several keys. @throws WireError InvalidParameterValue */
function checkHeader(token: string): void {
  let header: ReturnType<typeof decodeProtectedHeader>
  try {
    header = decodeProtectedHeader(token)
  } catch (cause) {
    throw invalidToken('token contains an invalid number of segments', cause)
  }
  if (header.alg === 'none') throw invalidToken("'none' signature type is not allowed")
  if (!ALGORITHMS.includes(header.alg ?? '')) throw invalidToken(`signing method ${header.alg} is invalid`)
  if (typeof header.kid !== 'string') throw invalidToken('Invalid kid value <nil>')
}

/** The values of a claim: a string, a comma-separated string or a list of them. */
export function valuesOf(claim: unknown): string[] {
  return [claim].flat().flatMap((one) => (typeof one === 'string' ? splitNames(one) : []))
}

function invalidToken(message: string, cause?: unknown): Error {
  return stsError('InvalidParameterValue', message, { cause })
}

/** MinIO's message where it has one. */
function messageOf(cause: unknown, token: string): string {
  if (cause instanceof errors.JWKSNoMatchingKey) {
    return `No public key found for kid ${decodeProtectedHeader(token).kid}`
  }
  if (cause instanceof errors.JWTExpired) return 'Token is expired'
  if (cause instanceof errors.JWTClaimValidationFailed && cause.claim === 'nbf') return 'Token is not valid yet'
  if (cause instanceof errors.JWSSignatureVerificationFailed) return 'crypto/rsa: verification error'
  if (cause instanceof errors.JWSInvalid) return 'token contains an invalid number of segments'
  return cause instanceof Error ? cause.message : 'the token is invalid'
}
