import type { TracedCall } from '@cooperage/contract'
import { compareNames } from '../shared/text/intl.ts'

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
