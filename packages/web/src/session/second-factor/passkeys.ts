/** Passkeys of the browser. Bytes travel in base64url. */
import type { NewPasskey, PasskeyAssertion, PasskeyAttestation, PasskeyChallenge } from '@cooperage/contract'
import { translate } from '../../messages/use-texts.ts'
import { ApiError } from '../../shared/api/api-error.ts'

/** ECDSA on P-256 with SHA-256, and RSA with SHA-256: each authenticator has one of them. */
const ALGORITHMS = [-7, -257]
const TIMEOUT_MS = 5 * 60_000

/** @throws ApiError if the visitor or the browser refuses */
export async function createPasskey({ challenge, userId, userName, known }: NewPasskey): Promise<PasskeyAttestation> {
  const credential = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { name: 'Cooperage' },
        user: { id: bytesOf(userId), name: userName, displayName: userName },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        excludeCredentials: known.map(described),
        timeout: TIMEOUT_MS,
      },
    }),
  )
  const response = credential.response as AuthenticatorAttestationResponse
  return {
    id: credential.id,
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.getAuthenticatorData()),
    publicKey: textOf(response.getPublicKey() ?? new ArrayBuffer(0)),
  }
}

/** @throws ApiError if the visitor or the browser refuses */
export async function answerWithPasskey({ bytes, passkeys }: PasskeyChallenge): Promise<PasskeyAssertion> {
  const credential = await asked(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(bytes),
        allowCredentials: passkeys.map(described),
        userVerification: 'required',
        timeout: TIMEOUT_MS,
      },
    }),
  )
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    id: credential.id,
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  }
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask()
    if (credential instanceof PublicKeyCredential) return credential
  } catch (cause) {
    const isKnown = cause instanceof DOMException && cause.name === 'InvalidStateError'
    throw passkeyError(isKnown ? 'passkeyKnown' : 'passkeyAborted', cause)
  }
  throw passkeyError('passkeyAborted')
}

export function passkeyError(message: 'passkeyKnown' | 'passkeyAborted', cause?: unknown): ApiError {
  return new ApiError({ status: 400, message: () => translate(`secondFactor:${message}`), cause })
}

function described(id: string): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: bytesOf(id) }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (character) => character.charCodeAt(0))
}

function textOf(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
