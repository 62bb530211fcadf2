import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto'

/** SHA-256 of no bytes, lower-case hex: the payload hash of a request without a body. */
export const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** SHA-256 in lower-case hex; a string is hashed as UTF-8. */
export function sha256Hex(bytes: string | Uint8Array): string {
  return hash('sha256', bytes, 'hex')
}

export function hmacSha256(key: string | Uint8Array | KeyObject, text: string): Buffer {
  // Node 24 accepts a key object three times as fast as raw bytes, and a signature needs five of these.
  return createHmac('sha256', key instanceof Uint8Array ? createSecretKey(key) : key)
    .update(text)
    .digest()
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
