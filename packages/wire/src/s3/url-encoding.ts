/** The encoding of keys in documents asked for with `encoding-type=url`: form encoding that leaves '/' and '*' alone. */
import { decodeQueryComponent, encodePath } from '../sigv4/percent-encoding.ts'

export function encodeKey(key: string): string {
  return encodePath(key).replaceAll('%20', '+').replaceAll('%2A', '*').replaceAll('~', '%7E')
}

export function decodeKey(encoded: string): string {
  if (!encoded.includes('%') && !encoded.includes('+')) return encoded
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    // Bytes that are no UTF-8: decoded one by one, which costs ten times as much.
    return decodeQueryComponent(encoded)
  }
}
