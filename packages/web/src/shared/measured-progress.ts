import { type Progress, progressTo, Rate } from './progress.ts'

/** Counts some seconds from `after` on; '' is the beginning. Without `next` all is counted. */
export type CountPart = (after: string, signal: AbortSignal) => Promise<{ done: number; next: string | undefined }>

/** How far a long operation is, and how long the rest takes. What it has is known, or is counted beside its work. */
export class MeasuredProgress {
  /** 0 if it isn't known. */
  #total: number
  readonly #count: CountPart | undefined
  readonly #rate = new Rate()
  #sum = 0
  /** Where the next call counts on; undefined if nothing is left to count. */
  #after: string | undefined

  constructor({ total = 0, count }: { total?: number | undefined; count?: CountPart | undefined }) {
    this.#total = total
    this.#count = count
    this.#after = count && total === 0 ? '' : undefined
  }

  /**
   * Counts beside the work, from where a stop or a failed call has left it. Settles when the first part is counted, so that what
   * the work deletes is counted before. What can't be counted leaves it without a total.
   */
  async begin(settled: number, signal: AbortSignal): Promise<void> {
    this.#rate.reset()
    // What the work has deleted beyond the count can't be counted any more.
    if (this.#sum < settled) return
    const first = this.#countOn(signal)
    const rest = async () => {
      while (this.#after !== undefined && !signal.aborted) await this.#countOn(signal)
    }
    void first.then(rest).catch(() => undefined)
    await first.catch(() => undefined)
  }

  /** How far it is with so many done or failed; undefined if the total isn't known. */
  at(settled: number): Progress | undefined {
    // The time of day can be set back.
    this.#rate.add(settled, performance.now())
    // More than was counted: something was added, and how much isn't known.
    return settled > this.#total ? undefined : progressTo(this.#total, settled, this.#rate.perSecond())
  }

  /** A retry isn't about what the first try would have counted next. `total` is another one than before. */
  retry(total = this.#total): void {
    this.#after = undefined
    this.#total = total
  }

  async #countOn(signal: AbortSignal): Promise<void> {
    if (this.#count === undefined || this.#after === undefined) return
    const { done, next } = await this.#count(this.#after, signal)
    // The next run counts it again.
    if (signal.aborted) return
    this.#sum += done
    this.#after = next
    if (next === undefined) this.#total = this.#sum
  }
}
