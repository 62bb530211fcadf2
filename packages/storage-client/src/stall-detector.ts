import type { StorageEndpoint } from './endpoint.ts'

/** How long a request may make no progress before the server is probed. */
const QUIET_MS = 4_500

/**
 * Watches a request that can legitimately take minutes, such as an upload that slow drives have to sync. While there is no
 * progress, the server is probed periodically; if it doesn't respond, the request is aborted within ten seconds, like any
 * other.
 */
export class StallDetector {
  readonly #stalled = new AbortController()
  readonly #endpoint: StorageEndpoint
  readonly #timer: NodeJS.Timeout
  #isOver = false
  readonly #stopFollowing: () => void

  constructor(endpoint: StorageEndpoint, signal: AbortSignal | undefined) {
    this.#endpoint = endpoint
    // Unlike a signal of `AbortSignal.any`, this one is gone with the request: there may be hundreds in a second.
    const follow = () => this.#stalled.abort(signal?.reason)
    if (signal?.aborted) follow()
    signal?.addEventListener('abort', follow, { once: true })
    this.#stopFollowing = () => signal?.removeEventListener('abort', follow)
    this.#timer = setTimeout(() => void this.#check(), QUIET_MS)
    this.#timer.unref()
  }

  /** Aborts the request, with the caller's reason or a `TimeoutError` if the server is unresponsive. */
  get signal(): AbortSignal {
    return this.#stalled.signal
  }

  /** Passes on the bytes of a body; each piece that is read counts as progress. */
  async *watched<T>(bytes: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const piece of bytes) {
      this.#progressed()
      yield piece
    }
  }

  /** Call when the response has arrived. */
  stop(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  /** Call when the response is read, or there is none: the caller no longer aborts the request. */
  release(): void {
    this.#stopFollowing()
  }

  #progressed(): void {
    // Refreshing a cleared timer would restart it.
    if (!this.#isOver) this.#timer.refresh()
  }

  async #check(): Promise<void> {
    if (await this.#endpoint.isAlive()) this.#progressed()
    else this.#stalled.abort(new DOMException('The storage server is not responding', 'TimeoutError'))
  }
}
