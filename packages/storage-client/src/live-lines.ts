import { linesOf } from './lines.ts'
import { exchangeFailure } from './storage-error.ts'

/** The lines of a response that ends only when `signal` aborts. @throws StorageError if it breaks */
export async function* liveLines(
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
