/** MD5 digests of the bodies of one thread. */
import { createHash, type Hash } from 'node:crypto'

/** Bytes of body `id`, and the next step. */
export interface Md5Request {
  id: number
  bytes?: Uint8Array
  /** `end` requests the digest, `drop` discards the body. */
  next: 'more' | 'end' | 'drop'
}

/**
 * Adds bytes of different bodies, those of one in order. Returns one result for each request: the digest of the body, in
 * hexadecimal, after `end`.
 */
export type Md5Digester = (requests: readonly Md5Request[]) => (string | undefined)[]

/** One body after the other, with OpenSSL. */
export function plainDigester(): Md5Digester {
  const bodies = new Map<number, Hash>()
  return (requests) =>
    requests.map(({ id, bytes, next }) => {
      const hash = bodies.get(id) ?? createHash('md5')
      if (bytes) hash.update(bytes)
      if (next === 'more') bodies.set(id, hash)
      else bodies.delete(id)
      return next === 'end' ? hash.digest('hex') : undefined
    })
}
