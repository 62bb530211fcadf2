import type { MetricsSource as SourceName } from '@cooperage/contract'
import type { TimeRange } from './time-range.ts'
import type { WidgetQuery } from './widget-queries.ts'

/** A series over a time range; values are text, as Prometheus writes them. */
export interface WidgetSeries {
  metric: Record<string, string>
  values: [time: number, value: string][]
}

/** Where the values of the widgets come from. */
export interface MetricsSource {
  name: SourceName
  /** The series of each query. @throws AppError MetricsUnavailable */
  query(queries: readonly WidgetQuery[], range: TimeRange, signal: AbortSignal): Promise<WidgetSeries[][]>
  /** As in `MetricsState`. */
  state(): Promise<{ problem: string; since: string }>
}
