import { type JsonObject, listField, numberField, objectField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { responseLines } from '../live-lines.ts'
import { parsed, timeOf } from '../send.ts'
import { StorageError } from '../storage-error.ts'
import { sendAdmin } from './send-admin.ts'

/** Since the servers were started, and in the last minute. */
export interface ScannerCount {
  total: number
  lastMinute: number
}

export interface ScannerReport {
  /** Times are in milliseconds since the epoch, by the clock of the servers; 0 if there is none. */
  collectedAt: number
  /** `host:port` of the servers that answered, and of those that didn't. */
  nodes: string[]
  silentNodes: string[]
  /** 0 between two cycles. */
  cycle: number
  /** Of this cycle, or of the last one. */
  startedAt: number
  /** Ends of the last cycles, oldest first. */
  endedAt: number[]
  /** Buckets that are being scanned. */
  buckets: number
  /** Folders that are being scanned, each on a drive. */
  paths: string[]
  objects: ScannerCount
  /** undefined from servers that don't count them. */
  versions: ScannerCount | undefined
  /** Versions for which lifecycle rules were looked up; undefined from servers that don't count them, or haven't yet. */
  checked: number | undefined
  /** Versions, and the batches of the last minute. By the names that servers give to what lifecycle rules do: `DeleteAction`, `TransitionAction`, … */
  lifecycle: Map<string, ScannerCount>
}

/** The bit of the scanner in `types`. */
const SCANNER = 1
/** Names of hosts have at most 253 characters. */
const MAX_NODE_LENGTH = 260
/** A cluster of a thousand drives reports some hundred kilobytes. */
const MAX_REPORT_BYTES = 2 * 1024 * 1024

/** What the scanner of all servers does; needs admin:ServerInfo. @throws StorageError */
export async function scannerReport(client: StorageClient): Promise<ScannerReport> {
  const query = { types: String(SCANNER), n: '1', 'by-host': 'true' }
  const response = await sendAdmin(client, { method: 'GET', path: '/minio/admin/v3/metrics', query })
  for await (const line of responseLines(response.body, client.signal, MAX_REPORT_BYTES)) {
    return toReport(
      parsed(() => JSON.parse(line)),
      timeOf(response),
    )
  }
  throw new StorageError('unreadable', 'The storage server sent no report of its scanner')
}

function toReport(document: unknown, now: number): ScannerReport {
  const report = objectField(document)
  const all = objectField(objectField(report, 'aggregated'), 'scanner')
  const { cycle, startedAt, endedAt } = cycleIn([
    ...Object.values(objectField(report, 'by_host')).map((node) => objectField(objectField(node), 'scanner')),
    // Servers of one node sum up what they have of others, and lose the start of a cycle that has ended.
    all,
  ])
  const lifetime = objectField(all, 'life_time_ops')
  const lastMinute = objectField(all, 'last_minute')
  const actions = objectField(lastMinute, 'actions')
  const countOf = (name: string) => ({ total: numberField(lifetime, name), lastMinute: recentOf(actions, name) })
  const applied = objectField(all, 'ilm_ops')
  const appliedLately = objectField(lastMinute, 'ilm')
  return {
    collectedAt: timeIn(all.collected) || now,
    nodes: texts(report, 'hosts'),
    silentNodes: texts(report, 'errors').map(nodeOf),
    cycle,
    startedAt,
    endedAt,
    buckets: numberField(all, 'ongoing_buckets'),
    paths: texts(all, 'active'),
    objects: countOf('ScanObject'),
    versions: 'ApplyVersion' in lifetime ? countOf('ApplyVersion') : undefined,
    checked: 'ILM' in lifetime ? numberField(lifetime, 'ILM') : undefined,
    lifecycle: new Map(
      Object.keys(applied).map((name) => [
        name,
        { total: numberField(applied, name), lastMinute: recentOf(appliedLately, name) },
      ]),
    ),
  }
}

/** One server runs the cycles, and the others have no times of them, or those of when they last did. */
function cycleIn(scanners: readonly JsonObject[]): Pick<ScannerReport, 'cycle' | 'startedAt' | 'endedAt'> {
  const known = scanners.map((scanner) => ({
    cycle: numberField(scanner, 'current_cycle'),
    startedAt: timeIn(scanner.current_started),
    endedAt: listField(scanner, 'cycle_complete_times')
      .map(timeIn)
      .filter((time) => time > 0)
      .sort((a, b) => a - b),
  }))
  const latest = (one: (typeof known)[number]) => Math.max(one.startedAt, one.endedAt.at(-1) ?? 0)
  return known.reduce((best, one) => (latest(one) > latest(best) ? one : best), { cycle: 0, startedAt: 0, endedAt: [] })
}

/** 0 for the year 1, with which servers say that there is no such time. */
const timeIn = (value: unknown) => (typeof value === 'string' ? Math.max(0, Date.parse(value) || 0) : 0)

const recentOf = (actions: JsonObject, name: string) => numberField(objectField(actions, name), 'count')

const texts = (fields: JsonObject, name: string) =>
  listField(fields, name).filter((value): value is string => typeof value === 'string')

/** `192.0.2.4:9000` of `192.0.2.4:9000: remote disconnected (rpc)`. */
function nodeOf(error: string): string {
  return (/^\S+?(?=: )/.exec(error)?.[0] ?? error).slice(0, MAX_NODE_LENGTH)
}
