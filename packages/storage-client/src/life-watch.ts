import type { StorageEndpoint } from './endpoint.ts'

/** How long a request may show nothing before the server is asked whether it is there at all. */
const QUIET_MS = 4_500

/**
 * Watches over a request that may rightly take minutes, such as an upload whose bytes slow drives have to sync. While nothing
 * moves, the server is asked now and then for a sign of life; without one the request is given up within ten seconds, as any
 * other would be.
 */
export class LifeWatch {
  readonly #gone = new AbortController()
  readonly #endpoint: StorageEndpoint
  readonly #timer: NodeJS.Timeout
  #isOver = false
  /** Ends the request: its own reason, or a `TimeoutError` when the server gives no sign of life. */
  readonly signal: AbortSignal

  constructor(endpoint: StorageEndpoint, signal: AbortSignal | undefined) {
    this.#endpoint = endpoint
    this.signal = signal === undefined ? this.#gone.signal : AbortSignal.any([signal, this.#gone.signal])
    this.#timer = setTimeout(() => void this.#look(), QUIET_MS)
    this.#timer.unref()
  }

  /** The bytes of a body; each that is taken is a sign of life. */
  async *moving(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      this.#moved()
      yield piece
    }
  }

  /** The answer is there. */
  stop(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  #moved(): void {
    // A timer that was cleared would run again.
    if (!this.#isOver) this.#timer.refresh()
  }

  async #look(): Promise<void> {
    if (await this.#endpoint.isAlive()) this.#moved()
    else this.#gone.abort(new DOMException('The storage server gives no sign of life', 'TimeoutError'))
  }
}
