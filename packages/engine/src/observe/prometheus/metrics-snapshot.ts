/** The values behind the metrics, read when they are requested. */
import { readdir, readFile } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import { parseBucketQuota } from '@cooperage/wire'
import type { Events } from '../../events/events.ts'
import type { Webhook, WebhookStats } from '../../outbound/webhook.ts'
import type { Webhooks } from '../../outbound/webhooks.ts'
import type { Damage } from '../../store/integrity/damage.ts'
import { QUOTA } from '../../store/space/quota.ts'
import type { BucketUsage, Store } from '../../store/store.ts'
import type { Observer } from '../observer.ts'

export interface NamedWebhook extends WebhookStats {
  /** Target name, prefixed with `logger-` or `audit-` for log targets. */
  target: string
  endpoint: string
}

export interface MetricsSnapshot {
  server: string
  drive: string
  now: number
  startedAt: number
  totalBytes: number
  freeBytes: number
  usage: BucketUsage[]
  /** The hard quota of a bucket in bytes; undefined if it has none. */
  quotaOf: (bucket: string) => number | undefined
  objects: number
  versions: number
  deleteMarkers: number
  bytes: number
  /** Number of objects known to be damaged on disk. */
  damaged: number
  /** Histograms over all buckets. */
  sizes: Record<string, number>
  versionCounts: Record<string, number>
  cpuSeconds: number
  residentBytes: number
  memoryTotal: number
  memoryFree: number
  /** Undefined where the operating system does not report it. */
  openFiles: number | undefined
  io: Record<string, number>
  counters: Observer['counters']
  notify: NamedWebhook[]
  logs: NamedWebhook[]
}

/** The parts of the engine that metrics are read from. */
export interface MetricsServices {
  store: Store
  damage: Damage
  observer: Observer
  events: Events
  logWebhooks: Webhooks
  endpoint: string
  dataDir: string
  startedAt: number
}

export async function readMetricsSnapshot(engine: MetricsServices): Promise<MetricsSnapshot> {
  const { store, observer, events, logWebhooks } = engine
  const usage = store.usage()
  const sum = (of: (one: BucketUsage) => number) => usage.reduce((total, one) => total + of(one), 0)
  const { user, system } = process.cpuUsage()
  return {
    server: engine.endpoint,
    drive: engine.dataDir,
    now: Date.now(),
    startedAt: engine.startedAt,
    ...(await store.capacity()),
    usage,
    quotaOf: (bucket) => hardQuota(store, bucket),
    objects: sum((one) => one.objects),
    versions: sum((one) => one.versions),
    deleteMarkers: sum((one) => one.deleteMarkers),
    bytes: sum((one) => one.bytes),
    damaged: engine.damage.list().length,
    sizes: sumHistograms(usage.map(({ sizeHistogram }) => sizeHistogram)),
    versionCounts: sumHistograms(usage.map(({ versionsHistogram }) => versionsHistogram)),
    cpuSeconds: (user + system) / 1e6,
    residentBytes: process.memoryUsage.rss(),
    memoryTotal: totalmem(),
    memoryFree: freemem(),
    openFiles: await countOpenFiles(),
    io: await readIo(),
    counters: observer.counters,
    notify: namedStats(events.webhooks, (target) => target),
    logs: [
      ...namedStats(logWebhooks, (target) => `logger-${target}`),
      ...namedStats(observer.auditWebhooks, (target) => `audit-${target}`),
    ],
  }
}

function hardQuota(store: Store, bucket: string): number | undefined {
  const document = store.getBucketDocument(bucket, QUOTA)
  if (document === undefined) return undefined
  const { quota, type } = parseBucketQuota(document.text)
  return type === 'hard' && quota > 0 ? quota : undefined
}

/** Reads the sum of one of the numbers of all webhooks. */
export function sumBy(key: 'sending' | 'sent' | 'failed' | 'dropped'): (webhooks: readonly NamedWebhook[]) => number {
  return (webhooks) => webhooks.reduce((total, one) => total + one[key], 0)
}

function namedStats(webhooks: Iterable<[string, Webhook]>, nameOf: (target: string) => string): NamedWebhook[] {
  return Array.from(webhooks, ([target, { stats, endpoint }]) => ({ ...stats, endpoint, target: nameOf(target) }))
}

function sumHistograms(histograms: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const histogram of histograms) {
    for (const [range, count] of Object.entries(histogram)) sums[range] = (sums[range] ?? 0) + count
  }
  return sums
}

/** Available on Linux only; elsewhere the metric is omitted. */
async function countOpenFiles(): Promise<number | undefined> {
  return readdir('/proc/self/fd').then(
    (files) => files.length,
    () => undefined,
  )
}

async function readIo(): Promise<Record<string, number>> {
  const text = await readFile('/proc/self/io', 'utf8').catch(() => '')
  return Object.fromEntries(
    Array.from(text.matchAll(/^(\w+): (\d+)$/gm), ([, name = '', value]) => [name, Number(value)]),
  )
}
