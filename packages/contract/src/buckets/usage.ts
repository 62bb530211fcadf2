import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-name.ts'

/** Where the storage server's listing resumes: its own marks. */
const mark = z._default(z.string().check(z.maxLength(16_384)), '')
const counts = z.enum(['versions', 'objects'])

/**
 * For servers that don't report the usage of buckets. A call lists for some time and returns what it counted, and where the next
 * one resumes, so that progress shows and the work stops when the page is closed.
 */
export const countUsage = route('buckets.usage', 'GET /api/v1/buckets/:bucket/usage', {
  summary: 'Counts objects and bytes of a bucket by listing a part of it.',
  params: bucketParams,
  query: z.strictObject({
    /** `versions`, unless an earlier call returned something else. */
    counts: z._default(counts, 'versions'),
    after: mark,
    after_version: mark,
  }),
  response: z.object({
    /** Current objects, without versions and delete markers. */
    objects: z.number(),
    /** In bytes, of all versions or of the current objects only, as `counts` says. */
    size: z.number(),
    /** `objects` where the server can't list versions, or the account may not. */
    counts,
    /** The parameters of the next call; absent at the end. */
    next: z.optional(z.object({ after: z.string(), after_version: z.string() })),
  }),
  errors: BUCKET_ERRORS,
})
