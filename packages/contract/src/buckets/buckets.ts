import * as z from 'zod/mini'
import { route } from '../route.ts'

/** A bucket in the list (spec core-console 3). `creation_date` is ISO 8601; `size` in bytes, 0 until the server has counted. */
export const bucket = z.object({
  name: z.string(),
  creation_date: z.string(),
  size: z.number(),
})
export type Bucket = z.infer<typeof bucket>

export const bucketParams = z.strictObject({ bucket: z.string() })

export const listBuckets = route({
  id: 'buckets.list',
  method: 'GET',
  path: '/api/v1/buckets',
  summary: 'The buckets that the account may see, with their sizes.',
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
  summary: 'Sizes and numbers of objects of all buckets, as the storage server counted them last.',
  response: z.object({ figures: z.array(bucketFigures), countedAt: z.string() }),
})

/** With `versioning`, a storage that cannot version refuses with NotInThisSetup and no bucket is left behind. */
export const createBucket = route({
  id: 'buckets.create',
  method: 'POST',
  path: '/api/v1/buckets',
  summary: 'Creates a bucket.',
  body: z.strictObject({ name: z.string().check(z.maxLength(255)), versioning: z._default(z.boolean(), false) }),
  status: 201,
  errors: ['InvalidBucketName', 'BucketExists', 'AccessDenied', 'NotInThisSetup'],
})

export const deleteBucket = route({
  id: 'buckets.delete',
  method: 'DELETE',
  path: '/api/v1/buckets/:bucket',
  summary: 'Deletes an empty bucket.',
  params: bucketParams,
  body: z.optional(z.strictObject({ name: z.optional(z.string()) })),
  errors: ['NoSuchBucket', 'BucketNotEmpty', 'AccessDenied'],
})
