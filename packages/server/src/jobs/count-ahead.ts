/** A place in the work of a job: its position, and how many items before that are done, skipped or failed. */
export interface Place {
  position: string
  settled: number
}

/** How many items one listing has found, and where the next one begins; undefined at the end. */
export interface Counted {
  count: number
  next: string | undefined
}

/** How many items are known from the beginning of a job on, and where the next listing begins; undefined once all are counted. */
export interface CountedItems {
  items: number
  next?: string | undefined
}

interface CountAheadParts {
  /** One listing; undefined for what isn't counted. */
  list: (position: string) => Promise<Counted | undefined>
  /** What an earlier run of the job has counted. */
  before: CountedItems | undefined
  /** Called after each listing. */
  onFound: (counted: CountedItems) => void
}

/**
 * Counts what a job has to do, ahead of its work: one listing at a time, of which only the number is kept. A listing that fails
 * ends the count until the job runs again, because the work finds that out itself.
 */
export class CountAhead {
  readonly #parts: CountAheadParts
  #worked: Place | undefined
  #isStopped = false

  constructor(parts: CountAheadParts) {
    this.#parts = parts
  }

  /**
   * Called before the work plans its next page. The count begins with the first one, and is a listing ahead then: what the work
   * deletes is no longer listed. It continues where an earlier run has left it, and where the work is if that has overtaken it.
   */
  async reached(place: Place): Promise<void> {
    const isFirst = this.#worked === undefined
    this.#worked = place
    if (!isFirst) return
    const { items = 0, next } = this.#parts.before ?? {}
    const isAhead = next !== undefined && items > place.settled
    const from = isAhead ? { position: next, settled: items } : await this.#step(place).catch(() => undefined)
    if (from !== undefined) void this.#rest(from).catch(() => undefined)
  }

  /** The result of a listing that is running is discarded. */
  stop(): void {
    this.#isStopped = true
  }

  async #rest(from: Place): Promise<void> {
    for (let place: Place | undefined = from; place !== undefined && !this.#isStopped; ) place = await this.#step(place)
  }

  /** One listing. Returns where the next one begins. */
  async #step({ position, settled }: Place): Promise<Place | undefined> {
    const listed = await this.#parts.list(position)
    if (this.#isStopped || listed === undefined) return undefined
    const { count, next } = listed
    const found = settled + count
    this.#parts.onFound({ items: found, next })
    if (next === undefined) return undefined
    return this.#worked !== undefined && this.#worked.settled > found
      ? this.#worked
      : { position: next, settled: found }
  }
}
