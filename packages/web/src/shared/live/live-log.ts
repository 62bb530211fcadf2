/** Messages that a page keeps. */
export const KEPT_MESSAGES = 5_000

/** A message with its position in the log, from 1. */
export type Logged<T> = T & { id: number }

/** The last messages of a live view, newest first when read. */
export class LiveLog<T extends object> {
  #messages: Logged<T>[] = []
  #received = 0

  /** Number of messages since the last {@link clear}, including those that are no longer kept. */
  get received(): number {
    return this.#received
  }

  add(message: T): void {
    this.#received += 1
    this.#messages.push({ ...message, id: this.#received })
    // Removed in large steps: each step moves all that stay.
    if (this.#messages.length > 2 * KEPT_MESSAGES) this.#messages = this.#messages.slice(-KEPT_MESSAGES)
  }

  clear(): void {
    this.#messages = []
    this.#received = 0
  }

  /** The kept messages up to a position, newest first. */
  newest(upTo = Number.POSITIVE_INFINITY): Logged<T>[] {
    return this.#messages
      .filter(({ id }) => id <= upTo)
      .slice(-KEPT_MESSAGES)
      .reverse()
  }
}
