import type { JobProgress } from '@cooperage/contract'

/** A job that failed can be tried again by its server. */
const KEEP_MS = 60_000
const MAX_ENTRIES = 5_000

/** The progress of jobs that have ended: a list that is refreshed every few seconds would otherwise ask for each of them again. */
export class EndedJobs {
  readonly #now: () => number
  readonly #entries = new Map<string, { progress: JobProgress; until: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** `list`: whose list it is. A job has the same ID in each. */
  of(list: string, id: string): JobProgress | undefined {
    const entry = this.#entries.get(keyOf(list, id))
    return entry !== undefined && entry.until > this.#now() ? entry.progress : undefined
  }

  /** Keeps it for a minute, if the job has ended. */
  add(list: string, id: string, progress: JobProgress): void {
    if (progress.state !== 'complete' && progress.state !== 'failed') return
    const key = keyOf(list, id)
    this.#entries.delete(key)
    this.#entries.set(key, { progress, until: this.#now() + KEEP_MS })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest)
  }
}

const keyOf = (list: string, id: string) => JSON.stringify([list, id])
