/** The time range of the dashboard: the last minutes, or between two times. Times in seconds since the epoch. */
export type TimeRange = { minutes: number } | { start: number; end: number }

/** Offered with one click. */
export const RANGE_MINUTES = [15, 60, 360, 1440, 10_080, 20_160] as const

/** What the dashboard shows first. */
export const FIRST_RANGE: TimeRange = { minutes: 15 }

/** The time between two values of the shortest range, in seconds. */
const SHORTEST_STEP = 15

/** The time at which the dashboard's ranges end: the next whole step, so that what asks a moment later asks for the same values. */
export function boardTime(): number {
  return Math.ceil(Date.now() / 1000 / SHORTEST_STEP) * SHORTEST_STEP
}

/** How often the widgets are refreshed, in seconds; 0 for never. */
export const REFRESH_SECONDS = [0, 15, 60, 300] as const

/** A range that is zoomed into is at least this long, so that it contains some samples. */
const MIN_ZOOM_SECONDS = 60

export function boundsOf(range: TimeRange, nowSeconds: number): { start: number; end: number } {
  if ('start' in range) return range
  const end = Math.floor(nowSeconds)
  return { start: end - range.minutes * 60, end }
}

/** The range between two points of a chart, in either order. */
export function zoomed(from: number, to: number): TimeRange {
  const start = Math.floor(Math.min(from, to))
  return { start, end: Math.max(Math.ceil(Math.max(from, to)), start + MIN_ZOOM_SECONDS) }
}

/** Undefined for an incomplete text. */
export function fromLocalText(text: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}
