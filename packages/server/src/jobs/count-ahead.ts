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

/**
 * Counts what a job has to do, ahead of its work: one listing at a time, of which only the number is kept. A listing that fails
 * ends the count, because the work finds that out itself.
 */
export class CountAhead {
  readonly #list: (position: string) => Promise<Counted>
  /** Called after each listing, with the items that are known from the beginning of the job on. */
  readonly #onFound: (items: number, isAll: boolean) => void
  #worked: Place | undefined
  #isStopped = false

  constructor(list: (position: string) => Promise<Counted>, onFound: (items: number, isAll: boolean) => void) {
    this.#list = list
    this.#onFound = onFound
  }

  /**
   * Called before the work plans its next page. The count begins with the first one, and is a listing ahead then: what the work
   * deletes is no longer listed. If the work overtakes it, it continues from there.
   */
  async reached(place: Place): Promise<void> {
    const isFirst = this.#worked === undefined
    this.#worked = place
    if (!isFirst) return
    const next = await this.#step(place).catch(() => undefined)
    if (next !== undefined) void this.#rest(next).catch(() => undefined)
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
    const { count, next } = await this.#list(position)
    if (this.#isStopped) return undefined
    const found = settled + count
    this.#onFound(found, next === undefined)
    if (next === undefined) return undefined
    return this.#worked !== undefined && this.#worked.settled > found
      ? this.#worked
      : { position: next, settled: found }
  }
}
