/** The time range of the dashboard: the last minutes, or between two times. Times in seconds since the epoch. */
export type TimeRange = { minutes: number } | Bounds

export interface Bounds {
  start: number
  end: number
}

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

export function boundsOf(range: TimeRange, nowSeconds: number): Bounds {
  if ('start' in range) return range
  const end = Math.floor(nowSeconds)
  return { start: end - range.minutes * 60, end }
}

/** The range between two points of a chart, in either order. */
export function zoomed(from: number, to: number): TimeRange {
  const start = Math.floor(Math.min(from, to))
  return { start, end: Math.max(Math.ceil(Math.max(from, to)), start + MIN_ZOOM_SECONDS) }
}

export const ZOOM_STEPS = ['in', 'out', 'earlier', 'later'] as const
export type ZoomStep = (typeof ZOOM_STEPS)[number]

/** The range after one step of zooming by button: half or twice as long, or moved by its half, and never beyond the whole. */
export function stepped(range: Bounds, step: ZoomStep, whole: Bounds): Bounds {
  const length = range.end - range.start
  const middle = (range.start + range.end) / 2 + (step === 'later' ? length / 2 : step === 'earlier' ? -length / 2 : 0)
  const wanted = step === 'in' ? Math.max(MIN_ZOOM_SECONDS, length / 2) : step === 'out' ? length * 2 : length
  const next = Math.min(wanted, whole.end - whole.start)
  const start = Math.round(Math.min(Math.max(middle - next / 2, whole.start), whole.end - next))
  return { start, end: Math.round(start + next) }
}

/** Undefined for an incomplete text. */
export function fromLocalText(text: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}
