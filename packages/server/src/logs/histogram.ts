import { HISTOGRAM_BARS, HISTOGRAM_LIMIT, type LogHistogram } from '@cooperage/contract'
import type { AuditSearch, AuditStore } from '../shared/audit-store/audit-store.ts'
import { isoTime } from './records.ts'

/** What takes longer is a search through everything, for which the table is enough. */
const BUDGET_MS = 2_000

/**
 * How much a search finds over time, counted bar by bar from the latest on, so that entries are stored in between. `now` in
 * microseconds.
 */
export async function histogramOf(
  store: AuditStore,
  search: Omit<AuditSearch, 'limit'>,
  now: number,
  signal: AbortSignal,
): Promise<LogHistogram> {
  const { oldest } = await store.state()
  if (oldest === undefined) return { start: '', end: '', bars: [] }
  const end = Math.min(search.until ?? now, now)
  const start = Math.max(search.from ?? oldest, oldest)
  if (start >= end) return { start: isoTime(start), end: isoTime(end), bars: [] }
  const bars: LogHistogram['bars'] = Array.from({ length: HISTOGRAM_BARS }, () => null)
  const edge = (bar: number) => Math.round(start + ((end - start) * bar) / HISTOGRAM_BARS)
  const until = performance.now() + BUDGET_MS
  for (let bar = HISTOGRAM_BARS - 1; bar >= 0 && performance.now() < until && !signal.aborted; bar--) {
    const part = { ...search, from: edge(bar), until: edge(bar + 1), limit: HISTOGRAM_LIMIT }
    const found = await store.count(part)
    const failed = found === 0 ? 0 : await store.count({ ...part, onlyErrors: true })
    bars[bar] = { found, failed }
  }
  return { start: isoTime(start), end: isoTime(end), bars }
}
