/** Runs tasks, so many at once; the first failure keeps further ones from beginning. */
export class FewAtOnce {
  readonly #limit: number
  readonly #running = new Set<Promise<void>>()
  #failure: { error: unknown } | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Begins a task once there is room for it. @throws the failure of an earlier one */
  async begin(task: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#limit) await Promise.race(this.#running)
    if (this.#failure !== undefined) throw this.#failure.error
    const running = task()
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Waits until nothing runs any more, however it ended. */
  async settle(): Promise<void> {
    await Promise.all(this.#running)
  }

  /** @throws the first failure */
  async end(): Promise<void> {
    await this.settle()
    if (this.#failure !== undefined) throw this.#failure.error
  }
}
