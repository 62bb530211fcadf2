/**
 * The program of an MD5 worker thread for `md5-threads.ts`. A message has requests of different bodies, which are digested
 * together; its result has theirs in the same order. Blocks of a body arrive in order, in memory that is shared.
 */
import { parentPort } from 'node:worker_threads'
import { type Md5Request, plainDigester } from './md5-digester.ts'
import { laneDigester } from './md5-lanes.ts'

export interface Md5Result {
  id: number
  /** In hexadecimal, after `end`. */
  digest?: string
}

const digest = laneDigester() ?? plainDigester()

parentPort?.on('message', (requests: Md5Request[]) => {
  const digests = digest(requests)
  const results: Md5Result[] = requests.map(({ id }, index) => {
    const found = digests[index]
    return { id, ...(found !== undefined && { digest: found }) }
  })
  parentPort?.postMessage(results)
})
