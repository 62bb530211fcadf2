/** Statistics of the scanner for the admin API: its cycles, and its actions in the last minute. */

/** Number of remembered cycles, from which clients estimate the duration of one. */
const MOST_CYCLES = 16
const MINUTE_MS = 60_000

export interface TimedCount {
  count: number
  /** Total milliseconds. */
  ms: number
}

export interface ScannerReport {
  /** Number of the running cycle, from 1; 0 between cycles. */
  cycle: number
  /** Start of the latest cycle, in milliseconds since the epoch. */
  startedAt: number | undefined
  /** Ends of the last cycles, in milliseconds since the epoch. */
  completedAt: readonly number[]
  /** Buckets that are being scanned. */
  active: readonly string[]
  /** Counts since the engine started, by action. */
  lifetime: ReadonlyMap<string, number>
  lastMinute: ReadonlyMap<string, TimedCount>
}

export class ScannerStats {
  #cycles = 0
  #isInCycle = false
  #startedAt: number | undefined
  #completedAt: number[] = []
  readonly #active = new Set<string>()
  readonly #lifetime = new Map<string, number>()
  /** One entry per second and action, in order of time. */
  #recent: (TimedCount & { action: string; second: number })[] = []
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  async inCycle<Result>(scan: () => Promise<Result>): Promise<Result> {
    this.#cycles++
    this.#isInCycle = true
    this.#startedAt = this.#now()
    try {
      const result = await scan()
      this.#completedAt = [...this.#completedAt, this.#now()].slice(-MOST_CYCLES)
      return result
    } finally {
      this.#isInCycle = false
    }
  }

  async inBucket<Result>(bucket: string, scan: () => Promise<Result>): Promise<Result> {
    this.#active.add(bucket)
    try {
      return await scan()
    } finally {
      this.#active.delete(bucket)
    }
  }

  count(action: string, { count, ms }: TimedCount): void {
    if (count === 0) return
    this.#lifetime.set(action, (this.#lifetime.get(action) ?? 0) + count)
    const second = Math.floor(this.#now() / 1000)
    const known = this.#recent.findLast((entry) => entry.second === second && entry.action === action)
    if (known === undefined) {
      this.#forget()
      this.#recent.push({ action, second, count, ms })
    } else {
      known.count += count
      known.ms += ms
    }
  }

  report(): ScannerReport {
    this.#forget()
    const lastMinute = new Map<string, TimedCount>()
    for (const { action, count, ms } of this.#recent) {
      const sum = lastMinute.get(action) ?? { count: 0, ms: 0 }
      lastMinute.set(action, { count: sum.count + count, ms: sum.ms + ms })
    }
    return {
      cycle: this.#isInCycle ? this.#cycles : 0,
      startedAt: this.#startedAt,
      completedAt: this.#completedAt,
      active: [...this.#active],
      lifetime: this.#lifetime,
      lastMinute,
    }
  }

  #forget(): void {
    const oldest = (this.#now() - MINUTE_MS) / 1000
    this.#recent = this.#recent.filter(({ second }) => second > oldest)
  }
}
