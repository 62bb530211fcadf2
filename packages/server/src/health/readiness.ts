/** How long an answer is valid, so that probes don't become load on what they ask about. */
const FRESH_MS = 5_000
/** How long probes wait; their own limits are as short. */
const PATIENCE_MS = 2_000

/** Why the console can't do its work; undefined if it can. */
export type FindProblem = () => Promise<string | undefined>

/** Whether the console can do its work: what it manages responds. Asked by anyone, and by many at the same time. */
export class Readiness {
  readonly #find: FindProblem
  readonly #now: () => number
  readonly #silence: string
  #last: { problem: string | undefined; at: number } | undefined
  #pending: Promise<string | undefined> | undefined

  /** @param silence what is wrong if there is no answer in time */
  constructor(find: FindProblem, silence: string, now: () => number) {
    this.#find = find
    this.#silence = silence
    this.#now = now
  }

  /** Why it isn't ready; undefined if it is. At most a few seconds old, and found within 2 seconds. */
  async problem(): Promise<string | undefined> {
    const last = this.#last
    if (last !== undefined && this.#now() - last.at < FRESH_MS) return last.problem
    this.#pending ??= this.#ask()
    return await this.#pending
  }

  /** One question at a time, however long it takes; who asks meanwhile gets the same answer. */
  #ask(): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    const timer = setTimeout(() => resolve(this.#silence), PATIENCE_MS)
    const answered = this.#find().then((problem) => {
      this.#last = { problem, at: this.#now() }
      return problem
    })
    answered
      .finally(() => {
        clearTimeout(timer)
        this.#pending = undefined
      })
      .then(resolve, () => resolve(this.#silence))
    return promise
  }
}
