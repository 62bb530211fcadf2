/** How often a text is read that changes all the time: read at each change, it would never end. */
const INTERVAL_MS = 15_000
/** Screen readers have it by then; later it would be in the page twice. */
const SHOWN_MS = 1_000

/** When a text is read: at each change, or at intervals while it changes all the time. What is there at first isn't read. */
export class Announcer {
  readonly #show: (text: string) => void
  #latest = ''
  #said: string | undefined
  #interval: ReturnType<typeof setInterval> | undefined
  #clearing: ReturnType<typeof setTimeout> | undefined

  /** `show` puts a text where screen readers read it, and an empty one removes it. */
  constructor(show: (text: string) => void) {
    this.#show = show
  }

  change(text: string, isBusy: boolean): void {
    this.#said ??= text
    this.#latest = text
    if (isBusy) {
      this.#interval ??= setInterval(() => this.#say(), INTERVAL_MS)
      return
    }
    clearInterval(this.#interval)
    this.#interval = undefined
    this.#say()
  }

  end(): void {
    clearInterval(this.#interval)
    clearTimeout(this.#clearing)
  }

  #say(): void {
    if (this.#latest === this.#said) return
    this.#said = this.#latest
    this.#show(this.#latest)
    clearTimeout(this.#clearing)
    this.#clearing = setTimeout(() => this.#show(''), SHOWN_MS)
  }
}
