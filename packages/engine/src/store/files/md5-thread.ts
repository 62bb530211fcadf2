/** The program of an MD5 worker thread for `body-md5.ts`. Bytes of a body arrive in order; their memory is transferred back. */
import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** Bytes of body `id`, the first `length` of `memory`, and the next step. */
export interface Md5Request {
  id: number
  memory: ArrayBuffer
  length: number
  /** `end` requests the digest, `drop` discards the body. */
  next: 'more' | 'end' | 'drop'
}

export interface Md5Answer {
  id: number
  memory: ArrayBuffer
  /** In hexadecimal, after `end`. */
  digest?: string
}

const hashes = new Map<number, Hash>()

parentPort?.on('message', ({ id, memory, length, next }: Md5Request) => {
  const hash = hashes.get(id) ?? createHash('md5')
  hash.update(new Uint8Array(memory, 0, length))
  if (next === 'more') hashes.set(id, hash)
  else hashes.delete(id)
  const answer: Md5Answer = { id, memory, ...(next === 'end' && { digest: hash.digest('hex') }) }
  parentPort?.postMessage(answer, [memory])
})
