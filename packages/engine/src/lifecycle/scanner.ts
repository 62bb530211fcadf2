import { setTimeout as delay } from 'node:timers/promises'
import { type Store, StoreError } from '../store/store.ts'
import type { LifecycleRules } from './bucket-rules.ts'
import { abortDue, dueUploadPages } from './due-uploads.ts'
import { type Expired, expire } from './expire.ts'
import { ScannerStats } from './scanner-stats.ts'
import { type Due, duePages } from './walk.ts'

/** Number of concurrent deletions, which share the flush of a commit. */
const TOGETHER = 32
/** Pause between pages, for client requests. */
const PAGE_PAUSE_MS = 5
/** Maximum share of time spent scanning: long scans run less often. */
const SHARE = 1 / 10

/** MinIO's names of lifecycle actions. */
const ACTIONS: Record<Due['verdict'], string> = {
  expire: 'DeleteAction',
  remove: 'DeleteVersionAction',
  'remove all': 'DeleteAllVersionsAction',
}

export interface ScannerOptions {
  store: Pick<Store, 'listBuckets' | 'listVersions' | 'deleteObject' | 'listUploads' | 'abortUpload'>
  rules: LifecycleRules
  now(): number
  /** Called for each removal, when it is durable. */
  expired(what: Expired): void
  /** Called when the scan of a bucket fails. The next scan starts over. */
  failed(bucket: string, error: unknown): void
  /** Waits; rejects when `signal` aborts. */
  sleep?(ms: number, signal: AbortSignal): Promise<unknown>
}

/**
 * Applies the lifecycle rules of all buckets repeatedly. It stores no progress: due versions stay due until they are
 * removed, so the next scan makes up for an interrupted one, even after a crash.
 */
export class LifecycleScanner {
  readonly stats = new ScannerStats()
  readonly #options: ScannerOptions
  readonly #sleep: NonNullable<ScannerOptions['sleep']>
  readonly #stopping = new AbortController()
  readonly #wanted = new Set<string>()
  #pausing = new AbortController()
  #running: Promise<void> | undefined

  constructor(options: ScannerOptions) {
    this.#options = options
    this.#sleep = options.sleep ?? ((ms, signal) => delay(ms, undefined, { signal, ref: false }))
  }

  /** Scans now and then at this interval. Calls `ended` if it can't continue. */
  start(seconds: number, ended: (error: unknown) => void): void {
    this.#running ??= this.#run(seconds * 1000).catch((error) => {
      if (!this.#stopping.signal.aborted) ended(error)
    })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#pausing.abort()
    await this.#running
  }

  /** Scans a bucket as soon as possible, because its rules changed or a due version was found. */
  soon(bucket: string): void {
    if (this.#running === undefined) return
    this.#wanted.add(bucket)
    this.#pausing.abort()
  }

  /** Scans all buckets once. Returns the number of removed versions and aborted uploads. */
  scan(): Promise<number> {
    return this.stats.inCycle(async () => {
      let gone = 0
      for (const { name } of this.#options.store.listBuckets()) gone += await this.scanBucket(name)
      return gone
    })
  }

  scanBucket(bucket: string): Promise<number> {
    return this.stats.inBucket(bucket, () => this.#scanBucket(bucket))
  }

  async #scanBucket(bucket: string): Promise<number> {
    const { store, rules, now, failed } = this.#options
    let gone = 0
    try {
      for (const due of duePages(this.#countingStore(), bucket, rules.of(bucket), now)) {
        gone += await this.#expire(bucket, due)
        await this.#sleep(PAGE_PAUSE_MS, this.#stopping.signal)
      }
      const clock = { rules: () => rules.forUploads(bucket), now }
      for (const due of dueUploadPages(store, bucket, clock)) {
        gone += await this.#together(due, (upload) => abortDue(store, upload, clock))
        await this.#sleep(PAGE_PAUSE_MS, this.#stopping.signal)
      }
    } catch (error) {
      this.#stopping.signal.throwIfAborted()
      if (!(error instanceof StoreError && error.code === 'NoSuchBucket')) failed(bucket, error)
    }
    return gone
  }

  #expire(bucket: string, due: readonly Due[]): Promise<number> {
    const { store, rules, now, expired } = this.#options
    return this.#together(due, async (one) => {
      const startedAt = performance.now()
      const what = await expire(store, one, { rules: () => rules.of(bucket), now })
      if (what === undefined) return false
      this.stats.count(ACTIONS[one.verdict], { count: 1, ms: performance.now() - startedAt })
      expired(what)
      return true
    })
  }

  /** Wraps the store to count scanned versions. */
  #countingStore(): Pick<Store, 'listVersions'> {
    const { store } = this.#options
    return {
      listVersions: (...query) => {
        const startedAt = performance.now()
        const page = store.listVersions(...query)
        this.stats.count('ScanObject', { count: page.entries.length, ms: performance.now() - startedAt })
        return page
      },
    }
  }

  /** Removes due items in batches. Returns the number of removals. */
  async #together<T>(due: readonly T[], remove: (one: T) => Promise<boolean>): Promise<number> {
    let gone = 0
    for (let at = 0; at < due.length; at += TOGETHER) {
      this.#stopping.signal.throwIfAborted()
      const outcomes = await Promise.allSettled(
        due.slice(at, at + TOGETHER).map(async (one) => {
          if (await remove(one)) gone++
        }),
      )
      // A failure is reported after the whole batch has finished.
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    }
    return gone
  }

  async #run(intervalMs: number): Promise<void> {
    for (;;) {
      const startedAt = performance.now()
      this.#wanted.clear()
      await this.scan()
      const lasted = performance.now() - startedAt
      const until = performance.now() + Math.max(intervalMs, lasted / SHARE - lasted)
      for (let rest = until - performance.now(); rest > 0; rest = until - performance.now()) {
        await this.#pause(Math.min(rest, LONGEST_PAUSE_MS))
        await this.#scanWanted()
      }
    }
  }

  async #scanWanted(): Promise<void> {
    for (const bucket of this.#wanted) {
      this.#wanted.delete(bucket)
      await this.scanBucket(bucket)
    }
  }

  /** Ends early when a scan is requested. */
  async #pause(ms: number): Promise<void> {
    if (this.#wanted.size > 0) return
    this.#pausing = new AbortController()
    try {
      await this.#sleep(ms, AbortSignal.any([this.#stopping.signal, this.#pausing.signal]))
    } catch (error) {
      if (!this.#pausing.signal.aborted) throw error
    }
    this.#stopping.signal.throwIfAborted()
  }
}

/** Stays below the limit of timers. */
const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1000
