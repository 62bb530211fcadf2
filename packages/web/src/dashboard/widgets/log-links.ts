import { LOG_APIS, widgetStep } from '@cooperage/contract'
import { logSearchPath } from '../../navigation/paths/logs.ts'

/** The widgets about requests, and whether they count failed ones only. */
const ABOUT_REQUESTS: ReadonlyMap<number, { onlyErrors: boolean }> = new Map([
  [60, { onlyErrors: false }],
  [63, { onlyErrors: false }],
  [70, { onlyErrors: false }],
  [71, { onlyErrors: true }],
])
/** A point is the rate of so many seconds before it, or of a step if that is longer. */
const RATE_SECONDS = 240

interface Bounds {
  start: number
  end: number
}

/** Whether what a widget shows is in the log, request by request. */
export function hasLogs(widgetId: number): boolean {
  return ABOUT_REQUESTS.has(widgetId)
}

/** The log of the requests that a widget counts in a time range, all or those of one API, as metrics name it. */
export function logLink(widgetId: number, { start, end }: Bounds, api?: string): string {
  const name = LOG_APIS.find((one) => one.toLowerCase() === api?.toLowerCase())
  const onlyErrors = ABOUT_REQUESTS.get(widgetId)?.onlyErrors === true
  return logSearchPath({ ...(name !== undefined && { api: name }), onlyErrors, from: start, to: end })
}

/** The requests behind a point of a chart. */
export function rangeOfPoint(time: number, { start, end }: Bounds): Bounds {
  const step = widgetStep(start, end)
  return { start: time - Math.max(RATE_SECONDS, step), end: time + step }
}
