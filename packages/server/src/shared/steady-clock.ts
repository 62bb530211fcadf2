/** A jump is a larger difference between the clock and the time that has really passed. */
const JUMP_MS = 10 * 60_000
/** Long enough for an administrator or a time server to correct a wrong clock. */
const DOUBT_MS = 3600_000

/** Notices that the clock was set: what is deleted by its age must not disappear because the clock is wrong for a while. */
export class SteadyClock {
  readonly #now: () => number
  readonly #passed: () => number
  #offset: number
  #jumpedAt = Number.NEGATIVE_INFINITY

  /** `passed` returns milliseconds that no setting of the clock changes. */
  constructor(now: () => number, passed = () => performance.now()) {
    this.#now = now
    this.#passed = passed
    this.#offset = now() - passed()
  }

  /** Whether the clock hasn't jumped within the last hour, according to the calls of this method. */
  isSteady(): boolean {
    const offset = this.#now() - this.#passed()
    if (Math.abs(offset - this.#offset) > JUMP_MS) this.#jumpedAt = this.#passed()
    this.#offset = offset
    return this.#passed() - this.#jumpedAt >= DOUBT_MS
  }
}
