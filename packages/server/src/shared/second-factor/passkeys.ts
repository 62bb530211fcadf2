/**
 * Passkeys (WebAuthn level 2, sections 7.1 and 7.2) without attestation: nothing vouches for the make of an authenticator, so there
 * are no certificates to check. What remains is one signature, and that it is for this console, this challenge and a verified user.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { PasskeyAssertion, PasskeyAttestation } from '@cooperage/contract'
import * as z from 'zod/mini'

/** Where a browser sees this console. */
export interface PasskeyPlace {
  /** `https://console.example.com:9090` */
  origin: string
  /** Its host name, which passkeys belong to. */
  host: string
}

const clientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.optional(z.boolean()),
})

/** Bits of the flags. */
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40
/** Hash of the host, flags, counter. */
const HEAD_BYTES = 37
const AAGUID_BYTES = 16

interface Expected {
  /** In base64url, as browsers write it. */
  challenge: string
  place: PasskeyPlace
}

/** The key of a new passkey (SubjectPublicKeyInfo in base64url) and its counter; undefined if it can't be accepted. */
export function newPasskey(
  answer: PasskeyAttestation,
  expected: Expected,
): { publicKey: string; counter: number } | undefined {
  if (!isFor('webauthn.create', answer.clientDataJSON, expected)) return undefined
  const data = Buffer.from(answer.authenticatorData, 'base64url')
  const counter = counterOf(data, expected.place)
  if (counter === undefined || ((data[32] ?? 0) & HAS_CREDENTIAL) === 0) return undefined
  const start = HEAD_BYTES + AAGUID_BYTES + 2
  if (data.length < start) return undefined
  const id = data.subarray(start, start + data.readUInt16BE(start - 2))
  if (id.length === 0 || !id.equals(Buffer.from(answer.id, 'base64url'))) return undefined
  return keyOf(answer.publicKey) && { publicKey: answer.publicKey, counter }
}

/** The counter of a passkey that has signed the challenge; undefined if it hasn't. */
export function signedCounter(answer: PasskeyAssertion, publicKey: string, expected: Expected): number | undefined {
  if (!isFor('webauthn.get', answer.clientDataJSON, expected)) return undefined
  const data = Buffer.from(answer.authenticatorData, 'base64url')
  const counter = counterOf(data, expected.place)
  const key = keyOf(publicKey)
  if (counter === undefined || key === undefined) return undefined
  const signed = Buffer.concat([data, sha256(Buffer.from(answer.clientDataJSON, 'base64url'))])
  return verify('sha256', signed, key, Buffer.from(answer.signature, 'base64url')) ? counter : undefined
}

function isFor(type: string, json: string, { challenge, place }: Expected): boolean {
  const { data } = z.safeParse(clientData, parsed(Buffer.from(json, 'base64url').toString('utf8')))
  return (
    data !== undefined &&
    data.type === type &&
    data.challenge === challenge &&
    data.origin === place.origin &&
    data.crossOrigin !== true
  )
}

/** Undefined if the data is for another host, or the authenticator hasn't verified its user. */
function counterOf(data: Buffer, { host }: PasskeyPlace): number | undefined {
  if (data.length < HEAD_BYTES || !data.subarray(0, 32).equals(sha256(Buffer.from(host)))) return undefined
  const flags = data[32] ?? 0
  const isVerified = (flags & USER_PRESENT) !== 0 && (flags & USER_VERIFIED) !== 0
  return isVerified ? data.readUInt32BE(33) : undefined
}

/** Of the kinds that the page asks for: ECDSA on P-256 (ES256), and RSA (RS256). */
function keyOf(publicKey: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
    const { asymmetricKeyType: type, asymmetricKeyDetails: { namedCurve, modulusLength = 0 } = {} } = key
    const isKnown =
      (type === 'ec' && namedCurve === 'prime256v1') ||
      (type === 'rsa' && modulusLength >= 2048 && modulusLength <= 8192)
    return isKnown ? key : undefined
  } catch {
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
