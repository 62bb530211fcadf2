import type { MetricsSource as SourceName } from '@cooperage/contract'
import type { Expression } from './expressions.ts'
import type { BucketUsage, UsagePoint } from './usage-tables.ts'
import type { WidgetQuery } from './widget-queries.ts'

/** A series over a time range; values are text, as Prometheus writes them. */
interface WidgetSeries {
  metric: Record<string, string>
  values: [time: number, value: string][]
}

/** Where the values of the widgets come from. */
export interface MetricsSource {
  name: SourceName
  /** The series of each query. @throws AppError MetricsUnavailable */
  query(queries: readonly WidgetQuery[], range: TimeRange, signal: AbortSignal): Promise<WidgetSeries[][]>
  /**
   * The present values of each measure: none where no sample is fresh, undefined while the metrics of buckets can't be read, or if
   * there are more than are kept.
   * @throws AppError MetricsUnavailable
   */
  latest(measures: readonly Measure[], signal: AbortSignal): Promise<(LatestValue[] | undefined)[]>
  /** Size and objects of a bucket over time. @throws AppError MetricsUnavailable */
  usageHistory(bucket: string, range: TimeRange, signal: AbortSignal): Promise<UsagePoint[]>
  /** The first known usage of each bucket from a time on, in seconds since the epoch. @throws AppError MetricsUnavailable */
  firstUsageSince(time: number, signal: AbortSignal): Promise<BucketUsage[]>
  /** As in `MetricsState`. */
  state(): Promise<{ problem: string; since: string }>
}

/** What an alert watches. */
export interface Measure {
  expression: Expression
  /** Reads the metrics of buckets, which the console reads every five minutes. */
  isOfBuckets: boolean
  /** Has values wherever the server measures it. Needed where normally there is nothing to measure: without a quota, for example. */
  provedBy?: Expression
}

export interface LatestValue {
  labels: Readonly<Record<string, string>>
  value: number
}

/** A time range in seconds since the epoch. */
export interface TimeRange {
  start: number
  end: number
  step: number
}

/** Seconds between two scrapes. */
export const SCRAPE_SECONDS = 15
