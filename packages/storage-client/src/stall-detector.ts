import type { StorageEndpoint } from './endpoint.ts'

/** How long a request may show nothing before the server is asked whether it is there at all. */
const QUIET_MS = 4_500

/**
 * Watches over a request that may rightly take minutes, such as an upload whose bytes slow drives have to sync. While nothing
 * moves, the server is asked now and then for a sign of life; without one the request is given up within ten seconds, as any
 * other would be.
 */
export class StallDetector {
  readonly #stalled = new AbortController()
  readonly #endpoint: StorageEndpoint
  readonly #timer: NodeJS.Timeout
  #isOver = false
  /** Ends the request: its own reason, or a `TimeoutError` when the server gives no sign of life. */
  readonly signal: AbortSignal

  constructor(endpoint: StorageEndpoint, signal: AbortSignal | undefined) {
    this.#endpoint = endpoint
    this.signal = signal === undefined ? this.#stalled.signal : AbortSignal.any([signal, this.#stalled.signal])
    this.#timer = setTimeout(() => void this.#check(), QUIET_MS)
    this.#timer.unref()
  }

  /** The bytes of a body; each that is taken is a sign of life. */
  async *watched(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      this.#progressed()
      yield piece
    }
  }

  /** The answer is there. */
  stop(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  #progressed(): void {
    // A timer that was cleared would run again.
    if (!this.#isOver) this.#timer.refresh()
  }

  async #check(): Promise<void> {
    if (await this.#endpoint.isAlive()) this.#progressed()
    else this.#stalled.abort(new DOMException('The storage server gives no sign of life', 'TimeoutError'))
  }
}
