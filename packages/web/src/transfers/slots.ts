/** How many of something run at the same time; the others wait in line. */
export class Slots {
  #limit: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  /** How many more would run if there were more slots. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** If it shrinks, what runs isn't stopped. */
  set limit(limit: number) {
    this.#limit = limit
    this.#admit()
  }

  /** Runs the work when a slot is free. @throws the reason of the signal */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#take(signal)
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#admit()
    }
  }

  async #take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      const at = this.#waiting.indexOf(resolve)
      // It has the slot already.
      if (at < 0) return
      this.#waiting.splice(at, 1)
      reject(signal.reason)
    }
    this.#waiting.push(resolve)
    signal.addEventListener('abort', leave, { once: true })
    this.#admit()
    await promise
    signal.removeEventListener('abort', leave)
  }

  #admit(): void {
    while (this.#running < this.#limit) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#running += 1
      next()
    }
  }
}
