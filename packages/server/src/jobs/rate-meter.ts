/** The time over which the rate is averaged. */
const WINDOW_MS = 10_000

/** Counts items per second, over the last seconds. */
export class RateMeter {
  readonly #now: () => number
  readonly #start: number
  #added: { time: number; count: number }[] = []

  constructor(now: () => number) {
    this.#now = now
    this.#start = now()
  }

  add(count: number): void {
    const time = this.#now()
    const last = this.#added.at(-1)
    // A tenth of a second is exact enough.
    if (last !== undefined && time - last.time < 100) last.count += count
    else this.#added.push({ time, count })
    this.#forget(time)
  }

  perSecond(): number {
    const now = this.#now()
    this.#forget(now)
    const seconds = Math.min(WINDOW_MS, Math.max(1_000, now - this.#start)) / 1000
    return this.#added.reduce((sum, { count }) => sum + count, 0) / seconds
  }

  #forget(now: number): void {
    this.#added = this.#added.filter(({ time }) => now - time < WINDOW_MS)
  }
}
