import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { cursor } from './object-params.ts'
import { LIST_PAGE_LIMIT, objectEntry } from './objects.ts'

/**
 * Looks below `prefix`, sub-folders included, for objects and folders with `text` in their name, whatever its case. With a
 * slash in `text` the folders above count too, if the match ends in the name: `2026/bea` finds `2026/beach.jpg`.
 *
 * One call searches for some time and returns what it has found, in the order of the keys; `next`, when present, is the `after`
 * of the call that continues. It may find nothing and still have a `next`. A folder is reported once over all calls.
 * `continuation` is the position of the storage server: sent with `after`, it saves the storage server from finding the key again.
 */
export const searchObjects = route('objects.search', 'GET /api/v1/buckets/:bucket/objects/search', {
  summary: 'Searches the names of objects and folders below a prefix, at any depth.',
  params: bucketParams,
  query: z.strictObject({
    prefix: z._default(z.string().check(z.maxLength(1024)), ''),
    text: z.string().check(z.minLength(1), z.maxLength(1024)),
    /** The call ends with the key that reaches this many matches. */
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIST_PAGE_LIMIT)), LIST_PAGE_LIMIT),
    after: z._default(z.string().check(z.maxLength(1024)), ''),
    continuation: z.optional(cursor),
  }),
  response: z.object({
    objects: z.array(objectEntry),
    /** Number of keys that this call scanned. */
    looked: z.number(),
    next: z.optional(z.string()),
    continuation: z.optional(z.string()),
  }),
  errors: [...BUCKET_ERRORS, 'InvalidObjectName'],
})
