/** Verifies the tokens that identity providers sign: OpenID Connect Core 1.0, section 3.1.3.7. */
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
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
  checkHeader(token)
  const { issuer, keys } = await provider.keys().catch((cause: unknown) => {
    throw refusal(cause instanceof Error ? cause.message : 'the identity provider does not answer', cause)
  })
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    issuer,
    requiredClaims: ['exp'],
  }).catch((cause: unknown) => {
    throw refusal(sentence(cause, token), cause)
  })
  if (payload.aud === undefined) {
    throw refusal('STS JWT Token has `aud` claim invalid, `aud` must match configured OpenID Client ID')
  }
  if (!valuesOf(payload.aud).includes(clientId) && !valuesOf(payload.azp).includes(clientId)) {
    throw refusal('STS JWT Token has `azp` claim invalid, `azp` must match configured OpenID Client ID')
  }
  const { exp, iat = 0 } = payload
  if (iat > Date.now() / 1000) throw refusal('Token used before issued')
  if (exp === undefined) throw refusal('Token is expired')
  return { ...payload, exp }
}

/** Which key signed has to be told: the provider may have several. @throws WireError InvalidParameterValue */
function checkHeader(token: string): void {
  let header: ReturnType<typeof decodeProtectedHeader>
  try {
    header = decodeProtectedHeader(token)
  } catch (cause) {
    throw refusal('token contains an invalid number of segments', cause)
  }
  if (header.alg === 'none') throw refusal("'none' signature type is not allowed")
  if (!ALGORITHMS.includes(header.alg ?? '')) throw refusal(`signing method ${header.alg} is invalid`)
  if (typeof header.kid !== 'string') throw refusal('Invalid kid value <nil>')
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
function sentence(cause: unknown, token: string): string {
  if (cause instanceof errors.JWKSNoMatchingKey) {
    return `No public key found for kid ${decodeProtectedHeader(token).kid}`
  }
  if (cause instanceof errors.JWTExpired) return 'Token is expired'
  if (cause instanceof errors.JWTClaimValidationFailed && cause.claim === 'nbf') return 'Token is not valid yet'
  if (cause instanceof errors.JWSSignatureVerificationFailed) return 'crypto/rsa: verification error'
  if (cause instanceof errors.JWSInvalid) return 'token contains an invalid number of segments'
  return cause instanceof Error ? cause.message : 'the token cannot be verified'
}
