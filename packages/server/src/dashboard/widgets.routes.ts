import {
  AppError,
  detailText,
  getWidget,
  MAX_WIDGET_STEPS,
  type MetricsState,
  reasonText,
  WIDGETS,
  type WidgetDefinition,
  type WidgetEntry,
  widgetStep,
} from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import type { Services } from '../shared/services.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { mayReadMetrics, metricsDenied } from './metrics/may-read-metrics.ts'
import type { MetricsSource, TimeRange } from './metrics/metrics-source.ts'
import { widgetQueries } from './metrics/widget-queries.ts'

const DEFAULT_RANGE_SECONDS = 15 * 60

export function registerWidgets({ routes, services }: Registry, source: MetricsSource | undefined): void {
  // The page sends a trailing slash (spec core-console 7).
  for (const path of [getWidget.path, `${getWidget.path}/`]) {
    routes.withSession({ ...getWidget, path }, async ({ params, query, session, storage, signal }) => {
      if (!(await mayReadMetrics(services, session, storage))) {
        throw metricsDenied()
      }
      const definition = WIDGETS.find(({ id }) => String(id) === params.id)
      if (definition === undefined) throw new AppError('NoSuchWidget')
      if (source === undefined) throw new AppError('MetricsUnavailable', { reason: detailText('metricsNotConfigured') })
      const queries = widgetQueries(definition.id)
      const results = await source.query(queries, rangeOf(query, services.now() / 1000), signal)
      return {
        ...entryOf(definition),
        source: source.name,
        targets: queries.map(({ legend }, index) => ({
          legendFormat: legend,
          resultType: 'matrix' as const,
          result: results[index] ?? [],
        })),
      }
    })
  }
}

/** The widgets that the visitor can read, and the state of their source. */
export async function widgetOffer(
  source: MetricsSource | undefined,
  services: Services,
  session: Session,
  storage: StorageClient,
): Promise<{ widgets: WidgetEntry[]; metrics: MetricsState }> {
  if (source === undefined) return { widgets: [], metrics: { source: 'none', isDenied: false, problem: '', since: '' } }
  if (!(await mayReadMetrics(services, session, storage))) {
    return { widgets: [], metrics: { source: source.name, isDenied: true, problem: '', since: '' } }
  }
  const state = await source.state()
  return { widgets: WIDGETS.map(entryOf), metrics: { source: source.name, isDenied: false, ...state } }
}

function entryOf({ id, title, type, calc, layoutIdentifier }: WidgetDefinition): WidgetEntry {
  return { id, title, type, layoutIdentifier, options: { reduceOptions: { calcs: calc === '' ? [] : [calc] } } }
}

/** @throws AppError InvalidInput */
function rangeOf(query: Record<'start' | 'end' | 'step', string>, now: number): TimeRange {
  const given = (text: string) => (text === '' ? undefined : Number(text))
  const end = Math.floor(given(query.end) ?? now)
  const start = Math.floor(given(query.start) ?? end - DEFAULT_RANGE_SECONDS)
  const step = given(query.step) ?? widgetStep(given(query.start), given(query.end))
  if (start >= end) throw new AppError('InvalidInput', { reason: reasonText('startBeforeEnd') })
  if (step <= 0 || (end - start) / step > MAX_WIDGET_STEPS) {
    throw new AppError('InvalidInput', {
      reason: reasonText('stepDividesRange', { maxWidgetSteps: MAX_WIDGET_STEPS }),
    })
  }
  return { start, end, step }
}
