/** One-time passwords of authenticator apps (RFC 6238): HMAC-SHA-1, six digits, thirty seconds. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** How many steps the clock of a phone may be ahead or behind. */
const DRIFT = 1
/** RFC 4648, section 6. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The recommended length of a secret (RFC 4226, section 4): that of a hash. */
export const SECRET_BYTES = 20

/** The code of a step (RFC 4226, section 5.3). */
export function totpCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function totpStep(now: number): number {
  return Math.floor(now / STEP_MS)
}

/**
 * The step that a code is for; undefined if it is wrong, or not later than `lastStep`. Spaces are ignored: apps show the digits in
 * groups.
 */
export function matchingStep(secret: Uint8Array, typed: string, now: number, lastStep: number): number | undefined {
  const code = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return undefined
  const current = totpStep(now)
  for (let step = current - DRIFT; step <= current + DRIFT; step++) {
    if (step > lastStep && timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))) return step
  }
  return undefined
}

/** Base32 without padding. */
export function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** What a QR code has. Apps show issuer and account. */
export function otpauthAddress(issuer: string, account: string, secret: Uint8Array): string {
  const [by, of] = [issuer, account].map(encodeURIComponent)
  return `otpauth://totp/${by}:${of}?secret=${base32(secret)}&issuer=${by}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`
}
