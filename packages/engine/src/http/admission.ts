/** Admission control for S3 requests: a freeze holds all of them, and a limit refuses excess ones. */
import { once } from 'node:events'

export class Admission {
  #limit: number | undefined
  #running = 0
  #freezes = 0
  #thaw = Promise.withResolvers<void>()

  /** Maximum number of concurrent requests; 0 for no limit. Running requests continue. */
  setLimit(limit: number): void {
    this.#limit = limit > 0 ? limit : undefined
  }

  /** Holds new requests until every freeze has had its `unfreeze`, as in MinIO. */
  freeze(): void {
    if (this.#freezes++ === 0) this.#thaw = Promise.withResolvers()
  }

  unfreeze(): void {
    if (this.#freezes === 0) return
    if (--this.#freezes === 0) this.#thaw.resolve()
  }

  /** For response headers; undefined without a limit. */
  get room(): { limit: number; remaining: number } | undefined {
    return this.#limit === undefined
      ? undefined
      : { limit: this.#limit, remaining: Math.max(0, this.#limit - this.#running) }
  }

  /**
   * Waits while requests are frozen, then admits the request if the limit allows it. Call `leave` after an admitted request.
   * @throws the reason of the signal if it aborts during the wait
   */
  async enter(gone: () => AbortSignal): Promise<boolean> {
    if (this.#freezes > 0) {
      const signal = gone()
      while (this.#freezes > 0) await this.#thawed(signal)
    }
    if (this.#limit !== undefined && this.#running >= this.#limit) return false
    this.#running++
    return true
  }

  leave(): void {
    this.#running--
  }

  async #thawed(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const isOver = new AbortController()
    const gone = once(signal, 'abort', { signal: isOver.signal }).catch(() => undefined)
    await Promise.race([this.#thaw.promise, gone])
    isOver.abort()
    signal.throwIfAborted()
  }
}
