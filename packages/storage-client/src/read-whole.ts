import type { Dispatcher } from 'undici'
import { exchangeFailure } from './storage-error.ts'

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
