import { readAtMost } from '@cooperage/wire'
import type { Dispatcher } from 'undici'
import { exchangeFailure, StorageError } from './storage-error.ts'
import { HEADERS_TIMEOUT_MS } from './time-limits.ts'

/** Above what real servers send: the policies of 30,000 users, or the settings of 10,000 drives. */
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024

interface DocumentLimits {
  documentTimeoutMs?: number
  maxBytes?: number
}

/**
 * The document of a response as text.
 * @throws StorageError when it has more than `maxBytes`, the connection breaks or the time is up
 */
export async function readText(
  response: Dispatcher.ResponseData,
  signal: AbortSignal | undefined,
  { documentTimeoutMs = HEADERS_TIMEOUT_MS, maxBytes = MAX_DOCUMENT_BYTES }: DocumentLimits = {},
): Promise<string> {
  const tooLong = () => new StorageError('unreadable', `The document has more than ${maxBytes} bytes`)
  const bytes = await readWhole(response, signal, documentTimeoutMs, (body) => readAtMost(body, maxBytes, tooLong))
  return bytes.toString('utf8')
}

/**
 * Reads a whole body that is a small document, within `timeoutMs` and until `signal` aborts.
 * @throws StorageError when the connection breaks or the time is up before the body is complete
 */
export async function readWhole<T>(
  { body }: Dispatcher.ResponseData,
  signal: AbortSignal | undefined,
  timeoutMs: number,
  read: (body: Dispatcher.ResponseData['body']) => Promise<T>,
): Promise<T> {
  // Unlike `AbortSignal.timeout`, nothing of this outlives the response: there may be hundreds in a second.
  const end = new AbortController()
  function giveUp(reason: unknown): void {
    end.abort(reason)
    body.destroy(end.signal.reason)
  }
  const follow = () => giveUp(signal?.reason)
  const timer = setTimeout(() => giveUp(new DOMException('The deadline is over', 'TimeoutError')), timeoutMs)
  signal?.addEventListener('abort', follow, { once: true })
  try {
    if (signal?.aborted) throw signal.reason
    return await read(body)
  } catch (error) {
    throw exchangeFailure(error, signal?.aborted ? signal : end.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow)
  }
}
