import { setTimeout as delay } from 'node:timers/promises'
import { checkDuration, LONGEST_TIMEOUT_MS, parseDuration } from '../../../config/values.ts'
import type { ScannerReport, TimedCount } from '../../../lifecycle/scanner-stats.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import type { AdminServices } from '../../services.ts'
import { NO_TIME, timeText } from '../../times.ts'

/** The scanner's bit in `types`, where zero selects all types. The other types are not supported. */
const SCANNER = 1
const SHORTEST_INTERVAL_MS = 1000
/** The scanner's counter that isn't a lifecycle action. */
const SCANNED = 'ScanObject'

/**
 * Streams a report every `interval` (at least a second), `n` times or until the client disconnects. Ignores the selection of
 * hosts and drives, because there is one of each.
 */
export const realtimeMetrics: AdminOperation = async ({ engine, query }) => {
  const types = Number(query.get('types') ?? 0) || 0
  if (types !== 0 && (types & SCANNER) === 0) {
    throw s3Error(
      'NotImplemented',
      `Metrics of type ${types} are not implemented by this server, only those of type ${SCANNER}.`,
    )
  }
  const count = Number(query.get('n')) > 0 ? Math.floor(Number(query.get('n'))) : Number.POSITIVE_INFINITY
  const intervalMs = intervalOf(query.get('interval') ?? '')
  const isByHost = query.get('by-host')?.toLowerCase() === 'true'
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: {
      async *live(signal) {
        for (let left = count; left > 0 && !signal.aborted; left--) {
          yield `${JSON.stringify(reportOf(engine, isByHost, left === 1))}\n`
          if (left > 1) await delay(intervalMs, undefined, { signal, ref: false }).catch(ignoreAbort)
        }
      },
    },
  }
}

/** An invalid duration counts as the shortest, as in MinIO. */
function intervalOf(text: string): number {
  if (checkDuration(text) !== undefined) return SHORTEST_INTERVAL_MS
  return Math.min(LONGEST_TIMEOUT_MS, Math.max(SHORTEST_INTERVAL_MS, parseDuration(text)))
}

/** Ignores the abort when the client disconnects or the engine stops. */
function ignoreAbort(error: Error): void {
  if (error.name !== 'AbortError') throw error
}

function reportOf({ endpoint, lifecycle, dataDir }: AdminServices, isByHost: boolean, final: boolean): object {
  const aggregated = { scanner: scannerOf(lifecycle.scanner.stats.report(), dataDir) }
  return {
    hosts: [endpoint],
    aggregated,
    ...(isByHost && { by_host: { [endpoint]: aggregated } }),
    final,
  }
}

function scannerOf(report: ScannerReport, dataDir: string): object {
  const { cycle, startedAt, completedAt, active, lifetime, lastMinute } = report
  const split = <Value>(all: ReadonlyMap<string, Value>, isScan: boolean) =>
    [...all].filter(([action]) => (action === SCANNED) === isScan)
  return {
    collected: timeText(Date.now()),
    current_cycle: cycle,
    current_started: startedAt === undefined ? NO_TIME : timeText(startedAt),
    cycle_complete_times: completedAt.length === 0 ? null : completedAt.map(timeText),
    ongoing_buckets: active.length,
    life_time_ops: Object.fromEntries(split(lifetime, true)),
    ilm_ops: Object.fromEntries(split(lifetime, false)),
    last_minute: {
      actions: timedActions(split(lastMinute, true)),
      ilm: timedActions(split(lastMinute, false)),
    },
    active: active.map((bucket) => `${dataDir}/${bucket}`),
  }
}

function timedActions(counts: readonly (readonly [action: string, TimedCount])[]): object {
  return Object.fromEntries(
    counts.map(([action, { count, ms }]) => [action, { count, acc_time_ns: Math.round(ms * 1_000_000) }]),
  )
}
