import { linesOf } from './lines.ts'
import { exchangeFailure, StorageError } from './storage-error.ts'

/** The lines of a response that ends only when `signal` aborts. @throws StorageError if it breaks, or the server ends it */
export async function* liveLines(body: AsyncIterable<Uint8Array>, signal?: AbortSignal): AsyncGenerator<string> {
  yield* responseLines(body, signal)
  // A server that is stopped ends its streams in order.
  if (signal?.aborted !== true) throw new StorageError('unreachable', 'The storage server ended the stream')
}

/** The lines of a response. @throws StorageError if it breaks */
export async function* responseLines(
  body: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
  maxLineBytes?: number,
): AsyncGenerator<string> {
  try {
    yield* linesOf(body, maxLineBytes)
  } catch (error) {
    throw exchangeFailure(error, signal)
  }
}
