import * as z from 'zod/mini'
import { route } from '../route.ts'
import { failureText } from '../text.ts'

/** How the page shows a widget: one value, one value with a sparkline, a line graph, a bar chart, or a pie chart. */
export type WidgetKind = 'singleValue' | 'singleRep' | 'linearGraph' | 'barChart' | 'pieChart'
export type WidgetUnit = 'bytes' | 'bytesPerSecond' | 'perSecond' | 'seconds' | 'nanoseconds' | 'count' | 'number'
export const WIDGET_TABS = ['summary', 'traffic', 'resources'] as const
export type WidgetTab = (typeof WIDGET_TABS)[number]

/** How many columns the grid of widgets has, and how wide it gets (spec core-console 9). */
export const WIDGET_GRID = { columns: 8, maxWidth: 1920 } as const

/** The fixed part of a widget. The server has its queries, the page draws it. */
export interface WidgetDefinition {
  id: number
  title: string
  /** Kind of panel on the wire. */
  type: 'stat' | 'graph' | 'gauge' | 'bargauge'
  /** `mean` averages the values; all others use the latest one. */
  calc: 'mean' | 'last' | 'lastNotNull' | ''
  /** Identifies the panel in the layout that the browser stores. */
  layoutIdentifier: string
  kind: WidgetKind
  tab: WidgetTab
  unit: WidgetUnit
  /** Place in the grid: column, row, width, height. */
  place: readonly [x: number, y: number, w: number, h: number]
}

function widget(
  id: number,
  title: string,
  [type, calc]: readonly [WidgetDefinition['type'], WidgetDefinition['calc']],
  [kind, panel, tab]: readonly [WidgetKind, number, WidgetTab],
  unit: WidgetUnit,
  place: WidgetDefinition['place'],
): WidgetDefinition {
  return { id, title, type, calc, kind, layoutIdentifier: `panel-${panel}`, tab, unit, place }
}

/** The 28 widgets in the order of the info call. */
export const WIDGETS: readonly WidgetDefinition[] = [
  widget(1, 'Uptime', ['stat', 'last'], ['singleValue', 0, 'summary'], 'seconds', [0, 0, 1, 2]),
  widget(65, 'Total S3 Traffic Inbound', ['stat', 'last'], ['singleValue', 28, 'summary'], 'bytes', [1, 0, 1, 1]),
  widget(50, 'Current Usable Capacity', ['gauge', 'lastNotNull'], ['pieChart', 3, 'summary'], 'bytes', [2, 0, 1, 2]),
  widget(68, 'Data Usage Growth', ['graph', ''], ['linearGraph', 4, 'summary'], 'bytes', [4, 2, 4, 2]),
  widget(52, 'Object size distribution', ['bargauge', 'mean'], ['barChart', 5, 'summary'], 'count', [4, 0, 4, 2]),
  widget(61, 'Total Open FDs', ['stat', 'last'], ['singleRep', 11, 'summary'], 'count', [3, 0, 1, 1]),
  widget(64, 'Total S3 Traffic Outbound', ['stat', 'last'], ['singleValue', 29, 'summary'], 'bytes', [1, 1, 1, 1]),
  widget(62, 'Total Goroutines', ['stat', 'last'], ['singleRep', 12, 'summary'], 'count', [3, 1, 1, 1]),
  widget(53, 'Total Online Servers', ['stat', 'last'], ['singleValue', 6, 'summary'], 'count', [0, 2, 1, 1]),
  widget(9, 'Total Online Drives', ['stat', 'last'], ['singleValue', 1, 'summary'], 'count', [1, 2, 1, 1]),
  widget(66, 'Number of Buckets', ['stat', 'lastNotNull'], ['singleRep', 8, 'summary'], 'count', [2, 2, 1, 1]),
  widget(
    63,
    'S3 API Data Received Rate',
    ['graph', ''],
    ['linearGraph', 10, 'summary'],
    'bytesPerSecond',
    [0, 4, 4, 3],
  ),
  widget(70, 'S3 API Data Sent Rate', ['graph', ''], ['linearGraph', 15, 'summary'], 'bytesPerSecond', [4, 4, 4, 3]),
  widget(69, 'Total Offline Servers', ['stat', 'last'], ['singleValue', 7, 'summary'], 'count', [0, 3, 1, 1]),
  widget(78, 'Total Offline Drives', ['stat', 'last'], ['singleValue', 2, 'summary'], 'count', [1, 3, 1, 1]),
  widget(44, 'Number of Objects', ['stat', 'lastNotNull'], ['singleRep', 9, 'summary'], 'count', [2, 3, 1, 1]),
  widget(
    80,
    'Time Since Last Heal Activity',
    ['stat', 'last'],
    ['singleValue', 20, 'summary'],
    'nanoseconds',
    [3, 2, 1, 1],
  ),
  widget(
    81,
    'Time Since Last Scan Activity',
    ['stat', 'last'],
    ['singleValue', 21, 'summary'],
    'nanoseconds',
    [3, 3, 1, 1],
  ),
  widget(60, 'S3 API Request Rate', ['graph', ''], ['linearGraph', 14, 'traffic'], 'perSecond', [0, 4, 4, 3]),
  widget(71, 'S3 API Request Error Rate', ['graph', ''], ['linearGraph', 22, 'traffic'], 'perSecond', [4, 4, 4, 3]),
  widget(17, 'Internode Data Transfer', ['graph', ''], ['linearGraph', 16, 'traffic'], 'bytesPerSecond', [0, 7, 8, 3]),
  widget(77, 'Node CPU Usage', ['graph', ''], ['linearGraph', 13, 'resources'], 'number', [0, 10, 4, 3]),
  widget(76, 'Node Memory Usage', ['graph', ''], ['linearGraph', 23, 'resources'], 'bytes', [4, 10, 4, 3]),
  widget(74, 'Drive Used Capacity', ['graph', ''], ['linearGraph', 24, 'resources'], 'bytes', [0, 13, 4, 3]),
  widget(82, 'Drives Free Inodes', ['graph', ''], ['linearGraph', 25, 'resources'], 'count', [4, 13, 4, 3]),
  widget(11, 'Node Syscalls', ['graph', ''], ['linearGraph', 26, 'resources'], 'perSecond', [0, 16, 4, 3]),
  widget(8, 'Node File Descriptors', ['graph', ''], ['linearGraph', 27, 'resources'], 'count', [4, 16, 4, 3]),
  widget(73, 'Node IO', ['graph', ''], ['linearGraph', 19, 'traffic'], 'bytesPerSecond', [0, 19, 8, 3]),
]

/**
 * The step of a query in seconds: the selected range in minutes, or 15 if the range is under one minute or missing (spec
 * core-console 9). `start` and `end` in seconds since the epoch.
 */
export function widgetStep(start: number | undefined, end: number | undefined): number {
  const minutes = start === undefined || end === undefined ? 0 : Math.floor((end - start) / 60)
  return minutes < 1 ? 15 : minutes
}

/** Where the values of the widgets come from: a Prometheus server, or the console's own samples. */
export const METRICS_SOURCES = ['none', 'prometheus', 'console'] as const
export type MetricsSource = (typeof METRICS_SOURCES)[number]

/** The state of metrics in the info call. */
export const metricsState = z.object({
  source: z.enum(METRICS_SOURCES),
  /** The source exists, but the visitor lacks admin:Prometheus. */
  isDenied: z.boolean(),
  /** Why samples are missing at the moment, in a sentence; '' if there is no problem. */
  problem: z.string(),
  text: failureText,
  /** Time of the console's first sample, ISO 8601; '' with another source or without samples. */
  since: z.string(),
})
export type MetricsState = z.infer<typeof metricsState>

/** A widget as the info call lists it (spec core-console 3). */
export const widgetEntry = z.object({
  id: z.number(),
  title: z.string(),
  type: z.string(),
  layoutIdentifier: z.string(),
  options: z.object({ reduceOptions: z.object({ calcs: z.array(z.string()) }) }),
})
export type WidgetEntry = z.infer<typeof widgetEntry>

const seconds = z._default(z.string().check(z.regex(/^\d{0,12}(\.\d{1,9})?$/)), '')

/** A time range: `start` and `end` in seconds since the epoch, `step` in seconds. Without a start, the last 15 minutes. */
export const widgetRange = z.strictObject({ step: seconds, start: seconds, end: seconds })

/** The values of one query of a widget, as Prometheus writes them. */
export const widgetTarget = z.object({
  /** May contain `{{label}}`. */
  legendFormat: z.string(),
  resultType: z.enum(['matrix']),
  result: z.array(
    z.object({
      metric: z.record(z.string(), z.string()),
      /** Seconds since the epoch, and the value as text. */
      values: z.array(z.tuple([z.number(), z.string()])),
    }),
  ),
})
export type WidgetTarget = z.infer<typeof widgetTarget>

/** Maximum number of steps in a time range. */
export const MAX_WIDGET_STEPS = 11_000

export const getWidget = route('dashboard.widget', 'GET /api/v1/admin/info/widgets/:id', {
  summary: 'Returns the values of a widget of the dashboard over a time range. The path may end with a slash.',
  params: z.strictObject({ id: z.string().check(z.maxLength(20)) }),
  query: widgetRange,
  response: z.object({
    ...widgetEntry.shape,
    source: z.enum(METRICS_SOURCES),
    targets: z.array(widgetTarget),
  }),
  errors: ['AccessDenied', 'NoSuchWidget', 'MetricsUnavailable'],
})
export type Widget = z.infer<NonNullable<(typeof getWidget)['response']>>
