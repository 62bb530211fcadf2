import * as z from 'zod/mini'

/** Passkeys of an account. */
export const MAX_PASSKEYS = 20
/** How many recovery codes an account gets at once. */
export const RECOVERY_CODES = 10

/** `optional`: accounts that have set one up are asked for it. `required`: all others have to set one up when they sign in. */
export const factorMode = z.enum(['off', 'optional', 'required'])
export type FactorMode = z.infer<typeof factorMode>

export const factorKind = z.enum(['totp', 'passkey'])
export type FactorKind = z.infer<typeof factorKind>

const token = z.string().check(z.minLength(1), z.maxLength(128))
/** Bytes in base64url. */
const bytes = z.string().check(z.regex(/^[\w-]*$/), z.maxLength(8192))
const code = z.string().check(z.minLength(1), z.maxLength(64))

/** What a browser returns for a challenge, from `navigator.credentials.get()`. */
const assertion = z.strictObject({
  id: bytes,
  clientDataJSON: bytes,
  authenticatorData: bytes,
  signature: bytes,
})
export type PasskeyAssertion = z.infer<typeof assertion>

/** What a browser returns for a new passkey, from `navigator.credentials.create()`. */
const attestation = z.strictObject({
  id: bytes,
  clientDataJSON: bytes,
  authenticatorData: bytes,
  /** SubjectPublicKeyInfo. */
  publicKey: bytes,
})
export type PasskeyAttestation = z.infer<typeof attestation>

/** One factor of an account: a code of its authenticator app, a recovery code, or an answer of a passkey to a challenge. */
export const factorProof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('totp'), code }),
  z.strictObject({ kind: z.literal('recovery'), code }),
  z.strictObject({ kind: z.literal('passkey'), challenge: token, answer: assertion }),
])
export type FactorProof = z.infer<typeof factorProof>

/** An authenticator app that is being set up. The secret is in no other response. */
export const newAuthenticator = z.object({
  setup: z.string(),
  /** Base32, to type in. */
  secret: z.string(),
  /** The same as an otpauth address, for a QR code. */
  address: z.string(),
})
export type NewAuthenticator = z.infer<typeof newAuthenticator>

export const confirmedAuthenticator = z.strictObject({ setup: token, code })

/** A passkey that is being set up, with what the browser needs for it; bytes are in base64url. */
export const newPasskey = z.object({
  setup: z.string(),
  challenge: z.string(),
  /** Random: the console doesn't look for passkeys by it. */
  userId: z.string(),
  userName: z.string(),
  /** Passkeys that the account has. */
  known: z.array(z.string()),
})
export type NewPasskey = z.infer<typeof newPasskey>

export const confirmedPasskey = z.strictObject({
  setup: token,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  answer: attestation,
})

/** What a passkey has to sign, and which passkeys of the account can. */
export const passkeyChallenge = z.object({ challenge: z.string(), bytes: z.string(), passkeys: z.array(z.string()) })
export type PasskeyChallenge = z.infer<typeof passkeyChallenge>

/** Shown once: the console keeps only hashes. Empty if the account has codes already. */
export const recoveryCodes = z.array(z.string())

/** Fields of a body whose values prove something. */
export const PROOFS: readonly string[] = ['proof', 'code', 'answer', 'setup']
/** Errors of calls that check a factor. */
export const PROOF_ERRORS = [
  'SecondFactorWrong',
  'SecondFactorRefused',
  'TooManyRequests',
  'ConsoleStoreUnavailable',
] as const
