/** Verifies the tokens that identity providers sign: OpenID Connect Core 1.0, section 3.1.3.7. */
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { stsError } from '../errors.ts'
import type { OpenIdProvider } from './provider.ts'

/**
 * Signatures with the provider's private key only. MinIO also takes those with the client's secret (HS256): whoever has
 * that, a console for example, could then sign for anybody.
 */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** The claims of a token whose end lies ahead. @throws WireError InvalidParameterValue */
export async function verifyToken(provider: OpenIdProvider, token: string): Promise<JWTPayload & { exp: number }> {
  const { clientId } = provider.settings
  const { issuer, keys } = await provider.keys().catch((cause: unknown) => {
    throw refusal(cause instanceof Error ? cause.message : 'the identity provider does not answer', cause)
  })
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    issuer,
    requiredClaims: ['exp'],
  }).catch((cause: unknown) => {
    throw refusal(sentence(cause), cause)
  })
  if (payload.aud === undefined) {
    throw refusal('STS JWT Token has `aud` claim invalid, `aud` must match configured OpenID Client ID')
  }
  if (!valuesOf(payload.aud).includes(clientId) && !valuesOf(payload.azp).includes(clientId)) {
    throw refusal('STS JWT Token has `azp` claim invalid, `azp` must match configured OpenID Client ID')
  }
  const { exp } = payload
  if (exp === undefined) throw refusal('Token is expired')
  return { ...payload, exp }
}

/** A claim with one or several values: a text, texts with commas, or a list of such. */
export function valuesOf(claim: unknown): string[] {
  return [claim]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? one.split(',') : []))
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function refusal(message: string, cause?: unknown): Error {
  return stsError('InvalidParameterValue', message, { cause })
}

/** In the words of MinIO where clients may know them. */
function sentence(cause: unknown): string {
  if (cause instanceof errors.JWTExpired) return 'Token is expired'
  if (cause instanceof errors.JWTClaimValidationFailed && cause.claim === 'nbf') return 'Token is not valid yet'
  if (cause instanceof errors.JWSSignatureVerificationFailed) return 'crypto/rsa: verification error'
  if (cause instanceof errors.JWSInvalid) return 'token contains an invalid number of segments'
  return cause instanceof Error ? cause.message : 'the token cannot be verified'
}
