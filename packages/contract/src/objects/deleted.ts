import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { cursor } from './object-params.ts'

/** An object whose latest version is a delete marker, with the version below it. Times in ISO 8601. */
export const deletedObject = z.object({
  name: z.string(),
  deleted_at: z.string(),
  /** Of the version that a restore makes the latest again. */
  version_id: z.string(),
  size: z.number(),
  last_modified: z.string(),
})
export type DeletedObject = z.infer<typeof deletedObject>

/**
 * One call reads versions for some time and returns what it has found, in the order of the keys; `next`, when present, is the
 * `after` of the call that continues. It may find nothing and still have a `next`.
 */
export const listDeletedObjects = route('objects.listDeleted', 'GET /api/v1/buckets/:bucket/deleted-objects', {
  summary: 'Lists the deleted objects below a prefix that can be restored, at any depth.',
  params: bucketParams,
  query: z.strictObject({
    prefix: z._default(z.string().check(z.maxLength(1024)), ''),
    /** Only those with this in their name below the prefix, whatever its case. */
    text: z._default(z.string().check(z.maxLength(1024)), ''),
    after: z._default(cursor, ''),
  }),
  response: z.object({
    objects: z.array(deletedObject),
    /** Number of versions that this call has read. */
    looked: z.number(),
    next: z.optional(z.string()),
  }),
  errors: [...BUCKET_ERRORS, 'InvalidObjectName'],
})
