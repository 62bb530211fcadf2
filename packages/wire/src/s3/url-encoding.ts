/** The encoding of keys in documents with `encoding-type=url`: form encoding that leaves '/' and '*' unescaped. */
import { decodeQueryComponent, encodePath } from '../sigv4/percent-encoding.ts'

export function encodeKey(key: string): string {
  return encodePath(key).replaceAll('%20', '+').replaceAll('%2A', '*').replaceAll('~', '%7E')
}

export function decodeKey(encoded: string): string {
  if (!encoded.includes('%') && !encoded.includes('+')) return encoded
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    // Bytes that aren't valid UTF-8 are decoded one by one, which takes ten times as long.
    return decodeQueryComponent(encoded)
  }
}
