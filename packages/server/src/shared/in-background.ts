/**
 * Does what there is to do out of the way of the response that led to it, one thing after the other. What comes in meanwhile waits,
 * and of more than `most` things the oldest are dropped: a database that doesn't respond must not collect work.
 */
export class InBackground<Item> {
  readonly #work: (item: Item) => Promise<void>
  readonly #most: number
  readonly #onError: (error: unknown) => void
  #waiting: Item[] = []
  #running: Promise<void> | undefined

  constructor(work: (item: Item) => Promise<void>, most: number, onError: (error: unknown) => void) {
    this.#work = work
    this.#most = most
    this.#onError = onError
  }

  add(item: Item): void {
    this.#waiting = [...this.#waiting, item].slice(-this.#most)
    this.#running ??= this.#run()
  }

  /** When nothing is left to do. */
  async done(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    for (let item = this.#waiting.shift(); item !== undefined; item = this.#waiting.shift()) {
      try {
        await this.#work(item)
      } catch (error) {
        this.#onError(error)
        // They would fail too, and keep `done` waiting for as long each.
        this.#waiting = []
      }
    }
    this.#running = undefined
  }
}
