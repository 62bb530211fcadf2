/**
 * The program of an MD5 worker thread for `md5-threads.ts`. A message has requests of different bodies, which are digested
 * together; its result has theirs in the same order. Blocks of a body arrive in order, in memory that is shared.
 */
import { parentPort } from 'node:worker_threads'
import { digestTogether, Md5Body } from './md5-lanes.ts'

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

const bodies = new Map<number, Md5Body>()

parentPort?.on('message', (requests: Md5Request[]) => {
  const inputs = requests.map(({ id, bytes = new Uint8Array(0), next }) => {
    const body = bodies.get(id) ?? new Md5Body()
    if (next === 'more') bodies.set(id, body)
    else bodies.delete(id)
    return { body, bytes, isLast: next === 'end' }
  })
  const digests = digestTogether(inputs)
  const results: Md5Result[] = requests.map(({ id }, index) => {
    const digest = digests[index]
    return { id, ...(digest !== undefined && { digest }) }
  })
  parentPort?.postMessage(results)
})
