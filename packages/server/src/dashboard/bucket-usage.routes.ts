import {
  GROWTH_DAYS,
  getBucketUsageHistory,
  listBucketsBefore,
  USAGE_RANGE_DAYS,
  type UsageRange,
} from '@cooperage/contract'
import type { Registry } from '../shared/feature.ts'
import type { MetricsSource } from './metrics/metrics-source.ts'

const DAY = 86_400
/** Seconds between two points: some 300 of them fill a chart. */
const STEPS: Record<UsageRange, number> = { day: 300, week: 1800, twoWeeks: 3600, year: DAY }

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/**
 * The usage of buckets over time. The console samples it with its own token, so the visitor's account decides what it may see: the
 * buckets whose present sizes the storage server shows it.
 */
export function bucketUsageRoutes({ routes, services }: Registry, source: MetricsSource | undefined): void {
  const { accounts, endpoint, now } = services
  /** A server that has S3 only doesn't count. */
  const usable = async () => ((await endpoint.profile()).kind === 's3' ? undefined : source)

  routes.withSession(getBucketUsageHistory, async ({ params, query, session, storage, signal }) => {
    const end = Math.floor(now() / 1000)
    const start = end - USAGE_RANGE_DAYS[query.range] * DAY
    const metrics = await usable()
    const answer = { source: metrics?.name ?? ('none' as const), start: iso(start), end: iso(end) }
    const account = await accounts.of(session, storage)
    const bucket = account.buckets.find(({ name }) => name === params.bucket)
    // MinIO lists a new bucket some seconds late.
    if (metrics === undefined || bucket === undefined) return { ...answer, points: [] }
    const points = await metrics.usageHistory(bucket.name, { start, end, step: STEPS[query.range] }, signal)
    return {
      ...answer,
      points: points
        // The time of a sample is in whole seconds.
        .filter(({ time }) => time >= Math.floor(bucket.createdAt / 1000))
        .map(({ time, size, objects }) => ({ time: iso(time), size, objects })),
    }
  })

  routes.withSession(listBucketsBefore, async ({ session, storage, signal }) => {
    const since = now() - GROWTH_DAYS * DAY * 1000
    const metrics = await usable()
    if (metrics === undefined) return { source: 'none' as const, buckets: [] }
    const [account, samples] = await Promise.all([
      accounts.of(session, storage),
      metrics.firstUsageSince(Math.floor(since / 1000), signal),
    ])
    const before = new Map(samples.map((sample) => [sample.bucket, sample]))
    const buckets = account.buckets.flatMap(({ name, createdAt }) => {
      if (createdAt >= since) return [{ name, size: 0, objects: 0, time: new Date(createdAt).toISOString() }]
      const sample = before.get(name)
      return sample === undefined ? [] : [{ name, size: sample.size, objects: sample.objects, time: iso(sample.time) }]
    })
    return { source: metrics.name, buckets }
  })
}
