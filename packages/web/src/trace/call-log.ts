import type { TracedCall } from '@cooperage/contract'

/** Calls that the page keeps. */
export const KEPT_CALLS = 5_000

export interface LoggedCall extends TracedCall {
  /** Position in the log, from 1. */
  id: number
}

/** The last calls of a trace, newest first when read. */
export class CallLog {
  #calls: LoggedCall[] = []
  #received = 0

  /** Number of calls since the last {@link clear}, including those that are no longer kept. */
  get received(): number {
    return this.#received
  }

  add(call: TracedCall): void {
    this.#received += 1
    this.#calls.push({ ...call, id: this.#received })
    // Removed in large steps: each step moves all that stay.
    if (this.#calls.length > 2 * KEPT_CALLS) this.#calls = this.#calls.slice(-KEPT_CALLS)
  }

  clear(): void {
    this.#calls = []
    this.#received = 0
  }

  /** The kept calls up to a position, newest first. */
  newest(upTo = Number.POSITIVE_INFINITY): LoggedCall[] {
    return this.#calls
      .filter(({ id }) => id <= upTo)
      .slice(-KEPT_CALLS)
      .reverse()
  }
}
