import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** SHA-256 of no bytes, lower-case hex: the payload hash of a request without a body. */
export const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** SHA-256 in lower-case hex; a string is hashed as UTF-8. */
export function sha256Hex(bytes: string | Uint8Array): string {
  return hash('sha256', bytes, 'hex')
}

const BLOCK = 64
const DIGEST = 32

/**
 * Of two hashes, because Node computes a hash without an object that occupies memory outside the heap until a full collection. An
 * `Hmac` is one. Every signature needs it.
 */
export function hmacSha256(key: string | Uint8Array, text: string): Buffer {
  const bytes = typeof key === 'string' ? Buffer.from(key) : key
  const short = bytes.length > BLOCK ? hash('sha256', bytes, 'buffer') : bytes
  const inner = Buffer.alloc(BLOCK + Buffer.byteLength(text), 0x36)
  const outer = Buffer.alloc(BLOCK + DIGEST, 0x5c)
  for (const [at, byte] of short.entries()) {
    inner[at] = byte ^ 0x36
    outer[at] = byte ^ 0x5c
  }
  inner.write(text, BLOCK)
  hash('sha256', inner, 'buffer').copy(outer, BLOCK)
  return hash('sha256', outer, 'buffer')
}

/** The hash of signature version 2; a string is signed as UTF-8. */
export function hmacSha1(key: string, text: string | Uint8Array): Buffer {
  return createHmac('sha1', key).update(text).digest()
}

/** Compares two strings in constant time, except for their lengths. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
