import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { failureText } from '../text.ts'
import { bucketParams } from './bucket-name.ts'
import { quotaRequest } from './quota.ts'
import { retentionRequest } from './retention.ts'

/**
 * A bucket in the list (spec core-console 3). `creation_date` is ISO 8601; `size` is in bytes, 0 until the server has
 * scanned the bucket.
 */
export const bucket = z.object({
  name: z.string(),
  creation_date: z.string(),
  size: z.number(),
})
export type Bucket = z.infer<typeof bucket>

export const listBuckets = route('buckets.list', 'GET /api/v1/buckets', {
  summary: 'Lists the buckets that the account may list, with their sizes.',
  query: z.strictObject({
    /** Skips the sizes: every size is 0. For callers that request {@link listBucketFigures} in parallel. */
    names_only: z._default(z.stringbool(), false),
  }),
  response: z.object({ buckets: z.array(bucket), total: z.number() }),
})

/** Usage of a bucket according to the storage server's scanner; `size` is in bytes. */
export const bucketFigures = z.object({ name: z.string(), size: z.number(), objects: z.number() })
export type BucketFigures = z.infer<typeof bucketFigures>

/**
 * Servers scan in the background, and report a new bucket to an account some seconds late. `countedAt` is ISO 8601, or '' if
 * the server doesn't report the time to this account; before the first scan it is '', and there are no figures.
 */
export const listBucketFigures = route('buckets.figures', 'GET /api/v1/bucket-figures', {
  summary: "Returns the size and object count of every bucket, as of the storage server's last scan.",
  response: z.object({ figures: z.array(bucketFigures), countedAt: z.string() }),
})

/** The steps of creating a bucket, in this order; steps that weren't requested are left out. */
export const creationStep = z.enum(['bucket', 'versioning', 'quota', 'retention'])
export type CreationStep = z.infer<typeof creationStep>

/**
 * Retention needs object locking, which can only be enabled on creation: so `retention` implies `locking`, and `locking`
 * implies versioning. If the bucket can't be created, the call fails. If a later step fails, the bucket exists and the
 * response says so; each step has its own call to retry it.
 */
export const createBucket = route('buckets.create', 'POST /api/v1/buckets', {
  summary: 'Creates a bucket and applies the requested settings, with the outcome of each step.',
  body: z.strictObject({
    name: z.string().check(z.maxLength(255)),
    versioning: z._default(z.boolean(), false),
    locking: z._default(z.boolean(), false),
    quota: z.optional(quotaRequest),
    retention: z.optional(retentionRequest),
  }),
  response: z.object({
    steps: z.array(
      z.object({
        step: creationStep,
        done: z.boolean(),
        /** Why the step failed; '' on success. */
        reason: z.string(),
        text: failureText,
      }),
    ),
  }),
  status: 201,
  errors: ['InvalidBucketName', 'BucketExists', 'SettingRefused'],
})
export type CreationOutcome = z.infer<(typeof createBucket)['response']>['steps'][number]

export const deleteBucket = route('buckets.delete', 'DELETE /api/v1/buckets/:bucket', {
  summary: 'Deletes an empty bucket.',
  params: bucketParams,
  body: z.optional(z.strictObject({ name: z.optional(z.string()) })),
  errors: [...BUCKET_ERRORS, 'BucketNotEmpty'],
})
