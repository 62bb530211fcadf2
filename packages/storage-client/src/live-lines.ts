import { linesOf } from './lines.ts'
import { exchangeFailure, StorageError } from './storage-error.ts'

/** Servers send a keep-alive every second. */
const SILENCE_MS = 30_000

/** The lines of an endless response. @throws StorageError if it breaks, or the server is silent for too long */
export async function* liveLines(
  body: AsyncIterable<Uint8Array> & { destroy(error?: Error): unknown },
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const silence = new AbortController()
  const end = signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal])
  const cut = () => void body.destroy(end.reason)
  end.addEventListener('abort', cut, { once: true })
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => silence.abort(new StorageError('unreachable', 'The storage server stopped sending')),
      SILENCE_MS,
    )
  }
  async function* heard() {
    for await (const chunk of body) {
      wait()
      yield chunk
    }
  }
  wait()
  try {
    if (end.aborted) throw end.reason
    yield* linesOf(heard())
  } catch (error) {
    throw silence.signal.aborted ? silence.signal.reason : exchangeFailure(error, signal)
  } finally {
    clearTimeout(timer)
    end.removeEventListener('abort', cut)
    body.destroy()
  }
}
