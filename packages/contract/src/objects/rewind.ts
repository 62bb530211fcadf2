import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { cursor } from './object-params.ts'
import { LIST_PAGE_LIMIT } from './objects.ts'

/**
 * An object at that time, or a folder, whose name ends with a slash and which has no version, size 0 and no date.
 * `delete_flag`: it was deleted by then (for a folder, everything that it ever held). Objects that didn't exist yet aren't
 * listed.
 */
export const rewoundEntry = z.object({
  name: z.string(),
  size: z.number(),
  last_modified: z.string(),
  etag: z.string(),
  version_id: z.string(),
  /** Whether the version is still the latest. */
  is_latest: z.boolean(),
  delete_flag: z.boolean(),
})
export type RewoundEntry = z.infer<typeof rewoundEntry>

/**
 * A folder as it was at a point in time, to the millisecond. Without `limit` all of it, streamed. With `limit` one page of
 * at most that many entries: `next`, if present, is the `after` of the next page. A page may be short or even empty and
 * still have a `next`, because a call reads versions only for some seconds.
 */
export const rewindObjects = route('objects.rewind', 'GET /api/v1/buckets/:bucket/rewind/:date', {
  summary: 'Lists the objects and folders below a prefix as they were at a point in time.',
  params: z.extend(bucketParams, {
    /** RFC 3339. */
    date: z.iso.datetime({ offset: true }),
  }),
  query: z.strictObject({
    prefix: z._default(z.string().check(z.maxLength(1024)), ''),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIST_PAGE_LIMIT))),
    after: z._default(cursor, ''),
  }),
  response: z.object({ objects: z.array(rewoundEntry), total: z.optional(z.number()), next: z.optional(z.string()) }),
  errors: [...BUCKET_ERRORS, 'InvalidObjectName'],
})
