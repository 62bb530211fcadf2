import * as z from 'zod/mini'
import { route } from '../route.ts'
import { METRICS_SOURCES } from './widgets.ts'

/** How far back the usage of a bucket is shown. */
export const USAGE_RANGES = ['day', 'week', 'twoWeeks', 'year'] as const
export type UsageRange = (typeof USAGE_RANGES)[number]
/** Of each range, its length, and the time between two of its points. `year` is 400 days, which the console keeps. */
export const USAGE_RANGE_DAYS = { day: 1, week: 7, twoWeeks: 14, year: 400 } as const satisfies Record<
  UsageRange,
  number
>
/** The time over which the list of buckets compares. */
export const GROWTH_DAYS = 7

const source = z.enum(METRICS_SOURCES)
/** ISO 8601. */
const time = z.string()
const bytes = z.number()

/**
 * Buckets are visible here to whom the storage server shows them with their sizes, from their creation on: an earlier bucket of
 * the same name was another one.
 */
export const getBucketUsageHistory = route('dashboard.bucketUsage', 'GET /api/v1/buckets/:bucket/usage-history', {
  summary: 'Returns the size and object count of a bucket over time, as far as the console has samples.',
  params: z.object({ bucket: z.string() }),
  query: z.strictObject({ range: z._default(z.enum(USAGE_RANGES), 'twoWeeks') }),
  response: z.object({
    /** `none` if nobody keeps samples. */
    source,
    /** The range, in ISO 8601. */
    start: time,
    end: time,
    /** None of a bucket that isn't visible to the account. */
    points: z.array(z.object({ time, size: bytes, objects: z.number() })),
  }),
  errors: ['MetricsUnavailable'],
})
export type BucketUsageHistory = z.infer<NonNullable<(typeof getBucketUsageHistory)['response']>>

export const listBucketsBefore = route('dashboard.bucketsBefore', 'GET /api/v1/bucket-growth', {
  summary: 'Returns what each bucket held seven days ago, or at the first sample since, to compare it with today.',
  response: z.object({
    source,
    /** A bucket that was created since held nothing then. Buckets without a sample are left out. */
    buckets: z.array(z.object({ name: z.string(), size: bytes, objects: z.number(), time })),
  }),
  errors: ['MetricsUnavailable'],
})
export type BucketBefore = z.infer<NonNullable<(typeof listBucketsBefore)['response']>>['buckets'][number]
