import type { TracedCall } from '@cooperage/contract'
import type { Logged } from '../shared/live/live-log.ts'
import { compareNames, numberFormat, withUnit } from '../shared/text/intl.ts'

export type LoggedCall = Logged<TracedCall>

const format = numberFormat({ maximumSignificantDigits: 3 })

/** A duration with three significant digits: `85.2 µs`, `3.56 ms`, `1.5 s`. */
export function formatMs(ms: number): string {
  if (ms < 1) return withUnit(format().format(ms * 1000), 'µs')
  return ms < 1000 ? withUnit(format().format(ms), 'ms') : withUnit(format().format(ms / 1000), 's')
}

/** The calls of one operation together. Durations in milliseconds, sizes in bytes. */
export interface OperationStatistics {
  api: string
  calls: number
  errors: number
  p50: number
  p99: number
  received: number
  sent: number
}

export function isFailed({ statusCode, error }: Pick<TracedCall, 'statusCode' | 'error'>): boolean {
  return statusCode >= 400 || error !== ''
}

/** By operation, most calls first. */
export function statisticsOf(calls: readonly TracedCall[]): OperationStatistics[] {
  const byOperation = Map.groupBy(calls, ({ api }) => api)
  const statistics = Array.from(byOperation, ([api, own]) => {
    const durations = own.map(({ callStats }) => callStats.durationMs).sort((a, b) => a - b)
    return {
      api,
      calls: own.length,
      errors: own.filter(isFailed).length,
      p50: percentile(durations, 0.5),
      p99: percentile(durations, 0.99),
      received: own.reduce((sum, { callStats }) => sum + callStats.rx, 0),
      sent: own.reduce((sum, { callStats }) => sum + callStats.tx, 0),
    }
  })
  return statistics.sort((a, b) => b.calls - a.calls || compareNames(a.api, b.api))
}

/** Nearest rank: the smallest value that at least this share of all values doesn't exceed. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}
