/** State and usage of the storage server, and its metrics over time. */
import type { Feature } from '../shared/feature.ts'
import { bucketUsageRoutes } from './bucket-usage.routes.ts'
import { infoRoutes } from './info.routes.ts'
import { metricsOf } from './metrics/open-metrics.ts'
import { registerWidgets } from './widgets.routes.ts'

export { ALERT_MEASURES, isMeasured, type MeasuredRule, SIGNS_OF_LIFE } from './metrics/alert-measures.ts'
export { parseExposition } from './metrics/exposition.ts'
export { promQl } from './metrics/expressions.ts'
export { mayReadMetrics, metricsDenied } from './metrics/may-read-metrics.ts'
export type { LatestValue, Measure, MetricsSource } from './metrics/metrics-source.ts'
export { metricsOf } from './metrics/open-metrics.ts'
export { problemOf } from './metrics/sampled-source.ts'

export const dashboard: Feature = [
  (registry) => {
    const source = metricsOf(registry)
    infoRoutes(registry, source)
    registerWidgets(registry, source)
    bucketUsageRoutes(registry, source)
  },
]
