import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { cursor, objectKey } from './object-params.ts'
import { SELECTION_LIMIT } from './objects.ts'

/**
 * Counts the objects of a selection, with everything below its folders (`recursive`), so that a job can say how far it is. The
 * folder with the path '' is the whole bucket. A folder that can't be listed counts as one, as it is one failure. A call runs for some seconds; `next`, if present, is the
 * `after` of the next call with the same body.
 */
export const countObjects = route('objects.count', 'POST /api/v1/buckets/:bucket/objects/count', {
  audit: 'none',
  summary: 'Counts the objects of a selection, with everything in its folders.',
  params: bucketParams,
  query: z.strictObject({
    after: z._default(cursor, ''),
    /** Counts all versions and delete markers instead, for what deletes them. */
    all_versions: z._default(z.stringbool(), false),
  }),
  body: z
    .array(z.strictObject({ path: z.union([objectKey, z.literal('')]), recursive: z._default(z.boolean(), false) }))
    .check(z.minLength(1), z.maxLength(SELECTION_LIMIT)),
  response: z.object({ count: z.number(), next: z.optional(z.string()) }),
  errors: [...BUCKET_ERRORS, 'InvalidObjectName'],
})
