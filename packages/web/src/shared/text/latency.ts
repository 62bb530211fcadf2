import { formatDuration } from './durations.ts'
import { numberFormat, withUnit } from './intl.ts'

const exact = numberFormat({ maximumFractionDigits: 1 })
const rounded = numberFormat({ maximumFractionDigits: 0 })

/** `0.4 ms`, `120 ms`. */
export function formatLatency(milliseconds: number): string {
  return withUnit((milliseconds < 10 ? exact() : rounded()).format(milliseconds), 'ms')
}

/** What many calls took together: in words from ten seconds on. */
export function formatTotalTime(milliseconds: number): string {
  return milliseconds < 10_000 ? formatLatency(milliseconds) : formatDuration(milliseconds / 1000)
}
