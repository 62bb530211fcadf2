import type { ChecksumReply, ChecksumRequest } from './crc32c-worker.ts'

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, (checksum: string | undefined) => void>()

/** The CRC-32C of a part of a file, as a storage server writes it; undefined if the file can't be read. */
export function checksumOfBlob(bytes: Blob): Promise<string | undefined> {
  worker ??= startWorker()
  const id = ++lastId
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  waiting.set(id, resolve)
  worker.postMessage({ id, bytes } satisfies ChecksumRequest)
  return promise
}

function startWorker(): Worker {
  const started = new Worker(new URL('./crc32c-worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data: { id, checksum } }: MessageEvent<ChecksumReply>) => {
    waiting.get(id)?.(checksum)
    waiting.delete(id)
  }
  // The script couldn't be loaded: the next checksum tries again.
  started.onerror = () => {
    worker = undefined
    for (const resolve of waiting.values()) resolve(undefined)
    waiting.clear()
  }
  return started
}
