/** Removes what canceled uploads have sent, also after an outage. Independent of network, pages and texts. */
import { OUTAGE_RETRY_MS } from '../shared/api/api-error.ts'
import { retryDelayMs } from './retry-delay.ts'

/**
 * What became of an attempt:
 * - `done`: the storage server has no such upload any more
 * - `later`: it doesn't respond, or failed
 * - `signedOut`: the same until `resume` is called
 * - `refused`: it won't do it
 */
export type DiscardOutcome = 'done' | 'later' | 'signedOut' | 'refused'

/** Discards one after the other. While the storage server is down, only the first one is retried, with growing pauses. */
export class Discards<T> {
  readonly #discard: (one: T) => Promise<DiscardOutcome>
  #waiting: T[] = []
  #isRunning = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(discard: (one: T) => Promise<DiscardOutcome>) {
    this.#discard = discard
  }

  add(one: T): void {
    this.#waiting.push(one)
    void this.#run(0)
  }

  /** Tries again what is left. */
  resume(): void {
    void this.#run(0)
  }

  /** Forgets what is left. */
  clear(): void {
    this.#waiting = []
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  async #run(failed: number): Promise<void> {
    if (this.#isRunning || this.#timer !== undefined) return
    this.#isRunning = true
    try {
      for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
        const tried = first
        const outcome = await this.#discard(tried)
        if (outcome === 'signedOut') return
        if (outcome === 'later') {
          if (this.#waiting.length > 0) this.#retry(failed + 1)
          return
        }
        this.#waiting = this.#waiting.filter((other) => other !== tried)
      }
    } finally {
      this.#isRunning = false
    }
  }

  #retry(failed: number): void {
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        void this.#run(failed)
      },
      Math.min(OUTAGE_RETRY_MS, retryDelayMs(failed)),
    )
  }
}
