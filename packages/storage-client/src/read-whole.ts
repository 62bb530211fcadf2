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
  const deadline = AbortSignal.timeout(timeoutMs)
  const end = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  const giveUp = () => void body.destroy(end.reason)
  end.addEventListener('abort', giveUp, { once: true })
  try {
    if (end.aborted) throw end.reason
    return await read(body)
  } catch (error) {
    throw exchangeFailure(error, end)
  } finally {
    end.removeEventListener('abort', giveUp)
  }
}
