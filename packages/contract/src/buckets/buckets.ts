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
  response: z.object({ buckets: z.array(bucket), total: z.number() }),
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
