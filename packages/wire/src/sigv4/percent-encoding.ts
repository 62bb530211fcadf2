/**
 * The percent-encoding of Signature Version 4: unreserved characters (RFC 3986 section 2.3) stay, every other byte of the
 * UTF-8 form becomes %XX in upper case. `encodeURIComponent` differs in that it leaves !'()* unescaped.
 */
const SLASH = 0x2f

const ENCODED: string[] = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte)
  return /[A-Za-z0-9._~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
})

function encodeBytes(bytes: Uint8Array, keepSlash: boolean): string {
  let encoded = ''
  for (const byte of bytes) encoded += keepSlash && byte === SLASH ? '/' : ENCODED[byte]
  return encoded
}

function hexDigit(char: number): number {
  if (char >= 0x30 && char <= 0x39) return char - 0x30
  const lower = char | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

/** Decodes to bytes, not to text: a path may contain bytes that aren't UTF-8. A % that doesn't start an escape is kept. */
function decodeBytes(text: string): Buffer {
  const source = Buffer.from(text, 'utf8')
  const decoded = Buffer.allocUnsafe(source.length)
  let length = 0
  for (let at = 0; at < source.length; at++) {
    const byte = source[at] ?? 0
    if (byte === 0x25 && at + 2 < source.length) {
      const high = hexDigit(source[at + 1] ?? 0)
      const low = hexDigit(source[at + 2] ?? 0)
      if (high >= 0 && low >= 0) {
        decoded[length++] = high * 16 + low
        at += 2
        continue
      }
    }
    decoded[length++] = byte
  }
  return decoded.subarray(0, length)
}

/** Encodes a query name or value, or one segment of a path: '/' becomes %2F. */
export function encodeComponent(text: string): string {
  return /^[A-Za-z0-9._~-]*$/.test(text) ? text : encodeBytes(Buffer.from(text, 'utf8'), false)
}

/** Encodes a key as part of a path: '/' stays. */
export function encodePath(text: string): string {
  return /^[A-Za-z0-9._~/-]*$/.test(text) ? text : encodeBytes(Buffer.from(text, 'utf8'), true)
}

/** Normalizes a path, as received or from `URL.pathname`, to the form that is signed, however it was escaped before. */
export function normalizePath(path: string): string {
  return /^[A-Za-z0-9._~/-]*$/.test(path) ? path : encodeBytes(decodeBytes(path), true)
}

/** The same for a query name or value, where '+' means a space. */
export function normalizeQueryComponent(text: string): string {
  return /^[A-Za-z0-9._~-]*$/.test(text) ? text : encodeBytes(decodeBytes(text.replaceAll('+', ' ')), false)
}

/** The text of a query name or value, in which '+' means a space. Bytes that aren't UTF-8 become U+FFFD. */
export function decodeQueryComponent(text: string): string {
  return decodeBytes(text.replaceAll('+', ' ')).toString('utf8')
}

/**
 * `/bucket/key` for the request line and the signature. Keys with a segment `.` or `..` can't be part of
 * a `URL` (it resolves them); MinIO rejects such keys anyway.
 */
export function objectPath(bucket: string, key?: string): string {
  const root = `/${encodePath(bucket)}`
  return key === undefined ? root : `${root}/${encodePath(key)}`
}
