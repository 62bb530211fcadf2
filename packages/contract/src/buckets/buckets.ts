import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-params.ts'
import { quotaRequest } from './quota.ts'
import { retentionRequest } from './retention.ts'

/** A bucket in the list (spec core-console 3). `creation_date` is ISO 8601; `size` in bytes, 0 until the server has counted. */
export const bucket = z.object({
  name: z.string(),
  creation_date: z.string(),
  size: z.number(),
})
export type Bucket = z.infer<typeof bucket>

export const listBuckets = route({
  id: 'buckets.list',
  method: 'GET',
  path: '/api/v1/buckets',
  summary: 'Lists the buckets that the account may list, with their sizes.',
  query: z.strictObject({
    /** Waits for no figures: every size is 0. For whoever asks for {@link listBucketFigures} at the same time. */
    names_only: z._default(z.stringbool(), false),
  }),
  response: z.object({ buckets: z.array(bucket), total: z.number() }),
})

/** What the storage server counted in a bucket; `size` in bytes. */
export const bucketFigures = z.object({ name: z.string(), size: z.number(), objects: z.number() })
export type BucketFigures = z.infer<typeof bucketFigures>

/**
 * Servers count in the background, and tell an account of a new bucket some seconds late. `countedAt` is ISO 8601, empty when
 * the server has not counted yet, or does not tell this account when.
 */
export const listBucketFigures = route({
  id: 'buckets.figures',
  method: 'GET',
  path: '/api/v1/bucket-figures',
  summary: "Returns the size and object count of every bucket, as of the storage server's last scan.",
  response: z.object({ figures: z.array(bucketFigures), countedAt: z.string() }),
})

/** What making a bucket consists of, in this order; a step that was not asked for is left out. */
export const creationStep = z.enum(['bucket', 'versioning', 'quota', 'retention'])
export type CreationStep = z.infer<typeof creationStep>

/**
 * Retention needs locking, and locking can only be had at creation: so `retention` turns `locking` on, and `locking`
 * versioning. When the bucket cannot be made, nothing is, and the call fails. When a later step fails, the bucket is there and
 * the answer says so; each step has a call of its own by which it is done again.
 */
export const createBucket = route({
  id: 'buckets.create',
  method: 'POST',
  path: '/api/v1/buckets',
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
        /** Why it was not done, '' when it was. */
        reason: z.string(),
      }),
    ),
  }),
  status: 201,
  errors: ['InvalidBucketName', 'BucketExists', 'SettingRefused'],
})
export type CreationOutcome = z.infer<(typeof createBucket)['response']>['steps'][number]

export const deleteBucket = route({
  id: 'buckets.delete',
  method: 'DELETE',
  path: '/api/v1/buckets/:bucket',
  summary: 'Deletes an empty bucket.',
  params: bucketParams,
  body: z.optional(z.strictObject({ name: z.optional(z.string()) })),
  errors: [...BUCKET_ERRORS, 'BucketNotEmpty'],
})
