import type { FastifyBaseLogger } from 'fastify'
import { isDiskFull } from '../sqlite/open-database.ts'
import { SteadyClock } from '../steady-clock.ts'
import type { AuditStore, NewAuditEntry } from './audit-store.ts'

/** Entries that wait for the store; more are refused, and their sender delivers them again. */
const MAX_WAITING = 50_000
/** Entries of one transaction. */
const MAX_BATCH = 2_000
const TRIM_EVERY_MS = 60_000

interface Batch {
  entries: readonly NewAuditEntry[]
  resolve: () => void
  reject: (error: Error) => void
}

type AuditProblem = '' | 'full' | 'unavailable'

/** The audit store with what feeds it. Errors of the store never reach anything else of the console. */
export class AuditArchive {
  readonly store: AuditStore
  /** What senders have to present. */
  readonly token: string
  readonly days: number
  readonly maxBytes: number
  /** Entries since the start, and when the last one arrived, in milliseconds. */
  received = 0
  lastReceivedAt: number | undefined
  /** Why the last entries couldn't be stored. */
  problem: AuditProblem = ''
  readonly #now: () => number
  readonly #clock: SteadyClock
  readonly #log: FastifyBaseLogger
  readonly #trimming: NodeJS.Timeout
  readonly #queue: Batch[] = []
  #waiting = 0
  #storing: Promise<void> | undefined
  #trim: Promise<void> | undefined

  constructor(options: {
    store: AuditStore
    token: string
    retention: { days: number; bytes: number }
    now: () => number
    log: FastifyBaseLogger
  }) {
    this.store = options.store
    this.token = options.token
    this.days = options.retention.days
    this.maxBytes = options.retention.bytes
    this.#now = options.now
    this.#clock = new SteadyClock(options.now)
    this.#log = options.log
    this.#trimming = setInterval(() => void this.#trimStore(), TRIM_EVERY_MS).unref()
  }

  /**
   * Resolves when the entries are durable. What arrives while others are being stored is stored together, in one transaction.
   * @throws Error if they aren't stored
   */
  receive(entries: readonly NewAuditEntry[]): Promise<void> {
    if (this.#waiting + entries.length > MAX_WAITING) return Promise.reject(new Error('too many entries are waiting'))
    return new Promise((resolve, reject) => {
      this.#waiting += entries.length
      this.#queue.push({ entries, resolve, reject })
      this.#storing ??= this.#storeAll().finally(() => {
        this.#storing = undefined
      })
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#trimming)
    await this.#storing
    await this.#trim
    await this.store.close()
  }

  async #storeAll(): Promise<void> {
    for (let batch = this.#next(); batch.length > 0; batch = this.#next()) {
      const entries = batch.flatMap((each) => each.entries)
      try {
        await this.store.add(entries)
        this.#settled(entries)
        for (const { resolve } of batch) resolve()
      } catch (error) {
        this.#failed(error)
        for (const { reject } of batch) reject(error as Error)
      }
      this.#waiting -= entries.length
    }
  }

  #next(): Batch[] {
    let count = 0
    const fitting = this.#queue.findIndex(({ entries }, at) => {
      count += entries.length
      return at > 0 && count > MAX_BATCH
    })
    return this.#queue.splice(0, fitting < 0 ? this.#queue.length : fitting)
  }

  #settled(entries: readonly NewAuditEntry[]): void {
    this.received += entries.length
    this.lastReceivedAt = this.#now()
    // Not before the first entries: a store that isn't used isn't opened.
    if (this.#trim === undefined) void this.#trimStore()
    if (this.problem === '') return
    this.problem = ''
    this.#log.info('audit entries are stored again')
  }

  /** Logs only the first failure: senders try again and again. */
  #failed(error: unknown): void {
    const problem = isDiskFull(error) ? 'full' : 'unavailable'
    if (this.problem !== problem) this.#log.error({ err: error }, 'cannot store audit entries')
    this.problem = problem
  }

  #trimStore(): Promise<void> {
    if (this.received === 0 && this.#trim === undefined) return Promise.resolve()
    // To a clock that was just set, nothing is too old; the size still counts.
    const now = this.#clock.isSteady() ? this.#now() : 0
    this.#trim = (this.#trim ?? Promise.resolve()).then(async () => {
      try {
        await this.store.trim(now)
      } catch (error) {
        this.#log.error({ err: error }, 'cannot delete old audit entries')
      }
    })
    return this.#trim
  }
}
