import { once } from 'node:events'
import {
  AppError,
  detailText,
  getWidget,
  MAX_WIDGET_STEPS,
  type MetricsState,
  reasonText,
  WIDGET_TABS,
  WIDGETS,
  type WidgetDefinition,
  type WidgetEntry,
  type WidgetTarget,
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

const [FIRST_TAB] = WIDGET_TABS
/** How long the dashboard's first response waits for values. */
const FIRST_VALUES_MS = 300

interface OfferInput {
  services: Services
  session: Session
  storage: StorageClient
  query: RangeQuery
  signal: AbortSignal
}

type RangeQuery = Record<'start' | 'end' | 'step', string>

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
      const targets = await targetsOf(definition, source, rangeOf(query, services.now() / 1000), signal)
      return { ...entryOf(definition), source: source.name, targets }
    })
  }
}

type OfferedWidget = WidgetEntry & { targets?: WidgetTarget[] }

/**
 * The widgets that the visitor can read, and the state of their source. With a start, the widgets that the dashboard shows first
 * have their values, unless these take long: each would be a request of its own before the page shows anything.
 */
export async function widgetOffer(
  source: MetricsSource | undefined,
  { services, session, storage, query, signal }: OfferInput,
): Promise<{ widgets: OfferedWidget[]; metrics: MetricsState }> {
  if (source === undefined) return { widgets: [], metrics: { source: 'none', isDenied: false, problem: '', since: '' } }
  if (!(await mayReadMetrics(services, session, storage))) {
    return { widgets: [], metrics: { source: source.name, isDenied: true, problem: '', since: '' } }
  }
  const range = query.start === '' ? undefined : rangeOf(query, services.now() / 1000)
  const state = source.state()
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(FIRST_VALUES_MS)])
  const tooLate = once(inTime, 'abort').then(() => undefined)
  const offered = async (definition: WidgetDefinition): Promise<OfferedWidget> => {
    const entry = entryOf(definition)
    if (range === undefined || definition.tab !== FIRST_TAB) return entry
    try {
      // The samples of the console are read in order, perhaps after those that another visitor asked for.
      const targets = await Promise.race([targetsOf(definition, source, range, inTime), tooLate])
      return targets === undefined ? entry : { ...entry, targets }
    } catch {
      // The page asks for it, and says why it can't be shown.
      return entry
    }
  }
  const widgets = await Promise.all(WIDGETS.map(offered))
  return { widgets, metrics: { source: source.name, isDenied: false, ...(await state) } }
}

async function targetsOf(
  { id }: WidgetDefinition,
  source: MetricsSource,
  range: TimeRange,
  signal: AbortSignal,
): Promise<WidgetTarget[]> {
  const queries = widgetQueries(id)
  const results = await source.query(queries, range, signal)
  return queries.map(({ legend }, index) => ({
    legendFormat: legend,
    resultType: 'matrix' as const,
    result: results[index] ?? [],
  }))
}

function entryOf({ id, title, type, calc, layoutIdentifier }: WidgetDefinition): WidgetEntry {
  return { id, title, type, layoutIdentifier, options: { reduceOptions: { calcs: calc === '' ? [] : [calc] } } }
}

/** @throws AppError InvalidInput */
function rangeOf(query: RangeQuery, now: number): TimeRange {
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
