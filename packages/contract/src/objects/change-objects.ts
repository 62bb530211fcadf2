import * as z from 'zod/mini'
import { bucketParams, retentionMode } from '../buckets/index.ts'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { cursor, objectKey } from './object-params.ts'
import { objectFailure, SELECTION_LIMIT } from './objects.ts'

const tags = z.record(z.string(), z.string())

/** The change, the same for every object. */
export const objectsChange = z.discriminatedUnion('kind', [
  /** Tags to add; an existing key gets the new value. */
  z.strictObject({ kind: z.literal('addTags'), tags }),
  z.strictObject({ kind: z.literal('removeTags'), keys: z.array(z.string()).check(z.minLength(1), z.maxLength(1000)) }),
  /** Replaces all tags; an empty map removes them. */
  z.strictObject({ kind: z.literal('replaceTags'), tags }),
  z.strictObject({
    kind: z.literal('retention'),
    mode: retentionMode,
    /** RFC 3339, to the second. */
    expires: z.iso.datetime({ offset: true }),
    /** Also shortens or changes a governance retention; needs its own permission. */
    governance_bypass: z._default(z.boolean(), false),
  }),
  /** Removes governance retention; needs its own permission. */
  z.strictObject({ kind: z.literal('endRetention') }),
  z.strictObject({ kind: z.literal('legalHold'), status: z.enum(['enabled', 'disabled']) }),
])
export type ObjectsChange = z.infer<typeof objectsChange>

/**
 * Changes the latest version of several objects, and of all objects in folders (`recursive`). Continues after failures and
 * lists them. A call runs for some seconds; `next`, if present, is the `after` of the next call with the same body, so that
 * progress shows and the work stops when the page is closed. Objects that already have the requested state count as changed.
 */
export const changeObjects = route('objects.change', 'POST /api/v1/buckets/:bucket/objects/change', {
  audit: 'none',
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
    /** Number of failures that aren't listed. */
    alsoFailed: z.number(),
    next: z.optional(z.string()),
  }),
  errors: [...BUCKET_ERRORS, 'NoObjectLock', 'StorageFull'],
})
