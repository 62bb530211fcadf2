/** Which S3 requests may begin: a freeze holds all of them, and a limit refuses those beyond it. */
import { once } from 'node:events'

export class Admission {
  #limit: number | undefined
  #running = 0
  #freezes = 0
  #thaw = Promise.withResolvers<void>()

  /** How many may run at the same time; zero: any number. Those that run already go on. */
  setLimit(limit: number): void {
    this.#limit = limit > 0 ? limit : undefined
  }

  /** Requests wait from now on, until each freeze has had its `unfreeze`, as at MinIO. */
  freeze(): void {
    if (this.#freezes++ === 0) this.#thaw = Promise.withResolvers()
  }

  unfreeze(): void {
    if (this.#freezes === 0) return
    if (--this.#freezes === 0) this.#thaw.resolve()
  }

  /** For answers; undefined without a limit. */
  get room(): { limit: number; remaining: number } | undefined {
    return this.#limit === undefined
      ? undefined
      : { limit: this.#limit, remaining: Math.max(0, this.#limit - this.#running) }
  }

  /**
   * Waits while requests are frozen, then takes one of the places; false when none is free. Who got one gives it back by
   * `leave`. @throws the reason of the signal when it aborts while the request waits
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
