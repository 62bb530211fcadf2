import * as z from 'zod/mini'
import { route } from '../route.ts'
import { unread } from '../text.ts'

/** Maximum number of buckets per call. */
export const BUCKET_SUMMARY_LIMIT = 50

export const BUCKET_FACTS = ['versioning', 'locking', 'encryption'] as const
export type BucketFact = (typeof BUCKET_FACTS)[number]

/** A fact that wasn't asked for is missing. One that can't be read has `unread` and an empty value. */
export const bucketSummary = z.object({
  name: z.string(),
  /** '' if versioning was never enabled. */
  versioning: z.optional(z.object({ status: z.enum(['', 'Enabled', 'Suspended']), unread })),
  locking: z.optional(z.object({ isEnabled: z.boolean(), unread })),
  /** The default encryption of new objects; '' for none. */
  encryption: z.optional(z.object({ kind: z.enum(['', 'SSE-S3', 'SSE-KMS']), unread })),
})
export type BucketSummary = z.infer<typeof bucketSummary>

/** For the visible rows of a list. */
export const summarizeBuckets = route('buckets.summarize', 'POST /api/v1/bucket-summaries', {
  audit: 'none',
  summary: 'Returns versioning, object locking and default encryption of several buckets, as far as you may read them.',
  body: z.strictObject({
    buckets: z.array(z.string().check(z.minLength(1), z.maxLength(255))).check(z.maxLength(BUCKET_SUMMARY_LIMIT)),
    facts: z.array(z.enum(BUCKET_FACTS)).check(z.maxLength(BUCKET_FACTS.length)),
  }),
  response: z.object({ buckets: z.array(bucketSummary) }),
  status: 200,
  errors: ['InvalidBucketName'],
})
