import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-name.ts'

/** Chosen when the bucket is created, and can't be turned off. */
export const getObjectLocking = route('buckets.objectLocking', 'GET /api/v1/buckets/:bucket/object-locking', {
  summary: 'Returns whether object locking is enabled on a bucket.',
  params: bucketParams,
  response: z.object({ object_locking_enabled: z.boolean() }),
  errors: BUCKET_ERRORS,
})
