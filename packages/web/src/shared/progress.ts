/** How far a long operation is. */
export interface Progress {
  percent: number
  total: number
  /** Undefined if the rate isn't known, and at the end. */
  secondsLeft: number | undefined
}

/**
 * The progress to a total, at a rate in the same unit per second. Undefined without a total; one that turns out too small, because
 * something was added, is reached.
 */
export function progressTo(total: number, settled: number, rate: number): Progress | undefined {
  if (total <= 0) return undefined
  const left = Math.max(0, total - settled)
  return {
    percent: Math.floor(((total - left) / total) * 100),
    total,
    secondsLeft: rate > 0 && left > 0 ? Math.ceil(left / rate) : undefined,
  }
}

/** A rate is that of the last seconds. */
const WINDOW_MS = 30_000
/** A shorter time says nothing about a rate. */
const SHORTEST_MS = 1_000
/** So that not all reports of a fast operation are kept. */
const APART_MS = 500

/** How fast a count grows, from samples of it. Times in milliseconds. */
export class Rate {
  #samples: { time: number; count: number }[] = []

  add(count: number, time: number): void {
    const last = this.#samples.at(-1)
    // It began again.
    if (last !== undefined && count < last.count) this.#samples = []
    const isApart = (this.#samples.at(-1)?.time ?? Number.NEGATIVE_INFINITY) + APART_MS <= time
    if (isApart) this.#samples.push({ time, count })
    const first = this.#samples.findLastIndex((sample) => time - sample.time >= WINDOW_MS)
    if (first > 0) this.#samples.splice(0, first)
  }

  /** After a pause, the rate is that of what follows. */
  reset(): void {
    this.#samples = []
  }

  /** Per second, over the last seconds; 0 until something is known. */
  perSecond(): number {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)]
    if (first === undefined || last === undefined || last.time - first.time < SHORTEST_MS) return 0
    return ((last.count - first.count) / (last.time - first.time)) * 1000
  }
}
