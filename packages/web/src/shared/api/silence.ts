/** Aborts its signal when what is waited for takes too long, as behind a connection of which both ends believe that it lives. */
export class Silence {
  readonly #ms: number
  readonly #silent = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ms: number) {
    this.#ms = ms
  }

  get signal(): AbortSignal {
    return this.#silent.signal
  }

  /** Waits from now on. */
  begin(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#silent.abort(), this.#ms)
  }

  /** Waits no longer. */
  end(): void {
    clearTimeout(this.#timer)
  }
}
