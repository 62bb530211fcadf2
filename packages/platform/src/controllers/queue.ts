const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000

/** A work queue by name: one run at a time for each name, another one if it was added during the run, and retries with backoff. */
export class Queue {
  readonly #work: (name: string) => Promise<void>
  readonly #onError: (name: string, error: unknown) => void
  readonly #pending = new Set<string>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #failures = new Map<string, number>()
  readonly #timers = new Map<string, NodeJS.Timeout>()
  #isClosed = false

  constructor(work: (name: string) => Promise<void>, onError: (name: string, error: unknown) => void) {
    this.#work = work
    this.#onError = onError
  }

  /** @param afterMs how long to wait first; an earlier time of the same name wins */
  add(name: string, afterMs = 0): void {
    if (this.#isClosed) return
    if (afterMs > 0) {
      if (this.#timers.has(name)) return
      const timer = setTimeout(() => {
        this.#timers.delete(name)
        this.add(name)
      }, afterMs)
      this.#timers.set(name, timer)
      return
    }
    this.#pending.add(name)
    if (!this.#running.has(name)) this.#running.set(name, this.#run(name))
  }

  /** Like `add`; resolves when that work is done, whether it failed or not. */
  async done(name: string): Promise<void> {
    this.add(name)
    await this.#running.get(name)
  }

  /** Waits for what is running, and starts nothing more. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    await Promise.all(this.#running.values())
  }

  async #run(name: string): Promise<void> {
    // The caller finishes first: an object is complete before its controller reads it.
    await Promise.resolve()
    while (this.#pending.delete(name) && !this.#isClosed) {
      try {
        await this.#work(name)
        this.#failures.delete(name)
      } catch (error) {
        this.#onError(name, error)
        const failures = this.#failures.get(name) ?? 0
        this.#failures.set(name, failures + 1)
        this.add(name, Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS))
      }
    }
    this.#running.delete(name)
  }
}
