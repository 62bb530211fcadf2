/** The metrics of buckets that alerts read, as of the last scrape: a history would grow with the number of buckets. */
import { evaluate, lookbackSeconds, type StoredSeries } from './evaluate.ts'
import type { ExposedSample } from './exposition.ts'
import type { Expression } from './expressions.ts'
import type { LatestValue } from './metrics-source.ts'
import { USAGE_SECONDS } from './usage-tables.ts'

const QUOTA = 'minio_bucket_quota_total_bytes'
const USAGE = 'minio_bucket_usage_total_bytes'
const FAILED = 'minio_bucket_replication_last_hour_failed_count'

/** More than buckets that anybody has; they bound the memory, and the number of alerts. */
const MAX_SERIES = 10_000

export class BucketValues {
  #series = new Map<string, StoredSeries[]>()
  #isComplete = true
  #readAt = Number.NEGATIVE_INFINITY

  /** Replaces what is known. `time`: of the scrape, in seconds since the epoch. */
  add(time: number, samples: readonly ExposedSample[]): void {
    const limited = new Set(samples.flatMap(({ name, labels }) => (name === QUOTA ? [labels.bucket] : [])))
    this.#series = new Map()
    this.#isComplete = true
    this.#readAt = time
    for (const { name, labels, value } of samples) {
      const isNeeded = name === QUOTA || name === FAILED || (name === USAGE && limited.has(labels.bucket))
      const series = this.#series.get(name) ?? []
      // The first one shows that the server measures it.
      if (!isNeeded && series.length > 0) continue
      if (series.length >= MAX_SERIES) {
        this.#isComplete = false
        continue
      }
      series.push({ labels, times: [time], values: [value] })
      this.#series.set(name, series)
    }
  }

  /** The values of an expression; undefined if the last scrape is too old, or had too many to be kept. */
  latest(expression: Expression, now: number): LatestValue[] | undefined {
    if (!this.#isComplete || now - this.#readAt > lookbackSeconds(USAGE_SECONDS)) return undefined
    const context = {
      steps: [now],
      stepSeconds: USAGE_SECONDS,
      resolution: USAGE_SECONDS,
      select: (name: string) => this.#series.get(name) ?? [],
    }
    return evaluate(expression, context).flatMap(({ labels, values: [value = Number.NaN] }) =>
      Number.isFinite(value) ? [{ labels, value }] : [],
    )
  }
}
