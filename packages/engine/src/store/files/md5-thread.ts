/** The program of an MD5 worker thread for `body-md5.ts`. Blocks of a body arrive in order, in memory that is shared. */
import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** Bytes of body `id`, and the next step. */
export interface Md5Request {
  id: number
  bytes?: Uint8Array
  /** `end` requests the digest, `drop` discards the body. */
  next: 'more' | 'end' | 'drop'
}

export interface Md5Result {
  id: number
  /** In hexadecimal, after `end`. */
  digest?: string
}

const hashes = new Map<number, Hash>()

parentPort?.on('message', ({ id, bytes, next }: Md5Request) => {
  const hash = hashes.get(id) ?? createHash('md5')
  if (bytes) hash.update(bytes)
  if (next === 'more') hashes.set(id, hash)
  else hashes.delete(id)
  const result: Md5Result = { id, ...(next === 'end' && { digest: hash.digest('hex') }) }
  parentPort?.postMessage(result)
})
