import { language } from '../../messages/language.ts'
import { listFormat, numberFormat } from './intl.ts'

const SECONDS = { day: 86_400, hour: 3600, minute: 60, second: 1 } as const
const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const
type Unit = (typeof UNITS)[number]

const inUnits = Object.fromEntries(
  UNITS.map((unit) => [unit, numberFormat({ style: 'unit', unit, unitDisplay: 'long' })]),
) as Record<Unit, () => Intl.NumberFormat>

/**
 * A duration in words (spec core-console 9): over 365 days in years, over 30 days in months and days, 7 to 30 days in weeks.
 * Shorter ones in their two largest units: `6 days 3 hours`, `4 minutes`. A month has 30 days, a year 365.
 */
export function formatDuration(seconds: number): string {
  const days = Math.floor(seconds / SECONDS.day)
  if (days > 365) return words([[Math.floor(days / 365), 'year']])
  if (days > 30) {
    return words([
      [Math.floor(days / 30), 'month'],
      [days % 30, 'day'],
    ])
  }
  if (days >= 7) return words([[Math.floor(days / 7), 'week']])
  return words(shortParts(Math.max(0, Math.floor(seconds))).slice(0, 2))
}

/** The parts of `1 day 2 hours 3 minutes 4 seconds`, from the first that isn't zero. */
function shortParts(seconds: number): [number, Unit][] {
  const parts: [number, Unit][] = []
  let rest = seconds
  for (const unit of ['day', 'hour', 'minute', 'second'] as const) {
    const count = Math.floor(rest / SECONDS[unit])
    rest -= count * SECONDS[unit]
    if (count > 0 || parts.length > 0) parts.push([count, unit])
  }
  return parts
}

const together = listFormat({ type: 'unit', style: 'narrow' })
/** Japanese has a space before each unit, and by its narrow style none between them: 25 分3 秒. */
const apart = listFormat({ type: 'unit', style: 'short' })

function words(parts: readonly (readonly [number, Unit])[]): string {
  const shown = parts.filter(([count]) => count > 0)
  return (language().tag === 'ja' ? apart : together)().format(
    (shown.length > 0 ? shown : [[0, 'second'] as const]).map(([count, unit]) => inUnits[unit]().format(count)),
  )
}
