import type { ChecksumReply, ChecksumRequest } from './crc32c-worker.ts'

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, (checksum: string | undefined) => void>()

/**
 * The CRC-32C of a part of a file, as a storage server writes it; undefined if the file can't be read.
 * @throws the reason of the signal, without waiting for what is being read
 */
export async function checksumOfBlob(bytes: Blob, signal: AbortSignal): Promise<string | undefined> {
  signal.throwIfAborted()
  worker ??= startWorker()
  const asked = worker
  const id = ++lastId
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  const giveUp = () => {
    // Others are waiting for their turn.
    asked.postMessage({ id } satisfies ChecksumRequest)
    reject(signal.reason)
  }
  waiting.set(id, resolve)
  signal.addEventListener('abort', giveUp, { once: true })
  asked.postMessage({ id, bytes } satisfies ChecksumRequest)
  return await promise.finally(() => signal.removeEventListener('abort', giveUp))
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
