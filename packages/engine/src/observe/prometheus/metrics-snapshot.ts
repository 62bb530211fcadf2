/** What metrics are made of, read at the moment of asking. */
import { readdir, readFile } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import type { Engine } from '../../engine.ts'
import type { Webhook, WebhookStats } from '../../outbound/webhook.ts'
import type { BucketUsage } from '../../store/store.ts'

export interface NamedWebhook extends WebhookStats {
  /** `logger` or `audit` with the name of the target, or the name alone of a notification target. */
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
  objects: number
  versions: number
  deleteMarkers: number
  bytes: number
  /** Objects whose stored bytes are known to be damaged. */
  damaged: number
  /** Of all buckets. */
  sizes: Record<string, number>
  versionCounts: Record<string, number>
  cpuSeconds: number
  residentBytes: number
  memoryTotal: number
  memoryFree: number
  /** Undefined where the system does not tell. */
  openFiles: number | undefined
  io: Record<string, number>
  counters: Engine['observer']['counters']
  notify: NamedWebhook[]
  logs: NamedWebhook[]
}

export async function readMetricsSnapshot(engine: Engine): Promise<MetricsSnapshot> {
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
    objects: sum((one) => one.objects),
    versions: sum((one) => one.versions),
    deleteMarkers: sum((one) => one.deleteMarkers),
    bytes: sum((one) => one.bytes),
    damaged: engine.damage.list().length,
    sizes: added(usage.map(({ sizeHistogram }) => sizeHistogram)),
    versionCounts: added(usage.map(({ versionsHistogram }) => versionsHistogram)),
    cpuSeconds: (user + system) / 1e6,
    residentBytes: process.memoryUsage.rss(),
    memoryTotal: totalmem(),
    memoryFree: freemem(),
    openFiles: await countOpenFiles(),
    io: await readIo(),
    counters: observer.counters,
    notify: named(events.webhooks, (target) => target),
    logs: [
      ...named(logWebhooks, (target) => `logger-${target}`),
      ...named(observer.auditWebhooks, (target) => `audit-${target}`),
    ],
  }
}

function named(webhooks: Iterable<[string, Webhook]>, nameOf: (target: string) => string): NamedWebhook[] {
  return Array.from(webhooks, ([target, { stats, endpoint }]) => ({ ...stats, endpoint, target: nameOf(target) }))
}

function added(histograms: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const histogram of histograms) {
    for (const [range, count] of Object.entries(histogram)) sums[range] = (sums[range] ?? 0) + count
  }
  return sums
}

/** Linux alone tells; elsewhere the metric is left out. */
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
