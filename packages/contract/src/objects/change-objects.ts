import * as z from 'zod/mini'
import { bucketParams } from '../buckets/bucket-params.ts'
import { retentionMode } from '../buckets/retention.ts'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { cursor, objectKey } from './object-params.ts'
import { objectFailure, SELECTION_LIMIT } from './objects.ts'

const tags = z.record(z.string(), z.string())

/** What is changed of each object alike. */
export const objectsChange = z.discriminatedUnion('kind', [
  /** Further tags; one whose key an object has already gets the new value. */
  z.strictObject({ kind: z.literal('addTags'), tags }),
  z.strictObject({ kind: z.literal('removeTags'), keys: z.array(z.string()).check(z.minLength(1), z.maxLength(1000)) }),
  /** These instead of all others; an empty map takes them away. */
  z.strictObject({ kind: z.literal('replaceTags'), tags }),
  z.strictObject({
    kind: z.literal('retention'),
    mode: retentionMode,
    /** RFC 3339, to the second. */
    expires: z.iso.datetime({ offset: true }),
    /** Also where that shortens or changes a governance retention; needs a permission of its own. */
    governance_bypass: z._default(z.boolean(), false),
  }),
  /** Takes governance retention off, for which the storage wants a permission of its own. */
  z.strictObject({ kind: z.literal('endRetention') }),
  z.strictObject({ kind: z.literal('legalHold'), status: z.enum(['enabled', 'disabled']) }),
])
export type ObjectsChange = z.infer<typeof objectsChange>

/**
 * Changes the latest version of several objects, and of all in folders (`recursive`). Goes on past a failure and lists what
 * could not be changed. A call works for some seconds and `next`, when present, is the `after` of the following call with the
 * same body: so progress shows, and the work stops when nobody asks any more. What is so already counts as changed.
 */
export const changeObjects = route({
  id: 'objects.change',
  method: 'POST',
  administrative: false,
  path: '/api/v1/buckets/:bucket/objects/change',
  summary: 'Changes the tags, retention or legal hold of several objects and folders.',
  params: bucketParams,
  query: z.strictObject({ after: z._default(cursor, '') }),
  body: z.strictObject({
    paths: z
      .array(z.strictObject({ path: objectKey, recursive: z._default(z.boolean(), false) }))
      .check(z.minLength(1), z.maxLength(SELECTION_LIMIT)),
    change: objectsChange,
  }),
  response: z.object({
    changed: z.number(),
    failed: z.array(objectFailure),
    /** How many failed beside those that are named. */
    alsoFailed: z.number(),
    next: z.optional(z.string()),
  }),
  errors: [...BUCKET_ERRORS, 'NoObjectLock', 'StorageFull'],
})
