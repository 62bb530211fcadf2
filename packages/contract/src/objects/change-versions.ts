import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { cursor } from './object-params.ts'
import { objectFailure, SELECTION_LIMIT } from './objects.ts'

/** RFC 3339. */
const moment = z.iso.datetime({ offset: true })

/**
 * Every object as it was at that time: a copy of its version becomes the latest, and what didn't exist gets a delete marker.
 * No version is lost.
 */
const restore = z.strictObject({ kind: z.literal('restore'), at: moment })
/** Removes the latest delete markers above a version, of objects deleted after `since`, or whenever they were deleted. */
const undelete = z.strictObject({ kind: z.literal('undelete'), since: z.optional(moment) })
/** Permanently deletes versions and delete markers that have been noncurrent for more than `days` days. */
const deleteNoncurrent = z.strictObject({
  kind: z.literal('deleteNoncurrent'),
  days: z.number().check(z.int(), z.minimum(0), z.maximum(36_500)),
  /** Also deletes versions under governance retention; needs its own permission. */
  bypass: z._default(z.boolean(), false),
})

/** What becomes of the versions of each object. */
export const versionsChange = z.discriminatedUnion('kind', [restore, undelete, deleteNoncurrent])
export type VersionsChange = z.infer<typeof versionsChange>

/** Objects, and folders (`recursive`) with everything below them; the path '' is the whole bucket. */
const paths = z
  .array(z.strictObject({ path: z.string().check(z.maxLength(1024)), recursive: z._default(z.boolean(), false) }))
  .check(z.minLength(1), z.maxLength(SELECTION_LIMIT))

/** The same changes as jobs on the server; `as_of` is the time of the dry run. */
const asJob = {
  bucket: z.string().check(z.maxLength(255)),
  paths,
  as_of: moment,
  /** What the dry run has counted, to show progress: copies, delete markers and deletions. */
  expected: z.optional(z.number().check(z.int(), z.minimum(0))),
}
export const versionsJobSpecs = [
  z.extend(restore, asJob),
  z.extend(undelete, asJob),
  z.extend(deleteNoncurrent, asJob),
] as const

/**
 * Restores several objects and all objects in folders (`recursive`; the path '' is the whole bucket) to a point in time, brings
 * deleted ones back, or deletes noncurrent versions. With `dry_run` it only counts. A call runs for some seconds; `next`, if
 * present, is the `after` of the next call with the same body, with the `as_of` of the first response.
 */
export const changeVersions = route('objects.changeVersions', 'POST /api/v1/buckets/:bucket/objects/change-versions', {
  audit: 'none',
  summary: 'Restores objects to a point in time, undeletes objects, or deletes noncurrent versions.',
  params: bucketParams,
  query: z.strictObject({ after: z._default(cursor, '') }),
  body: z.strictObject({
    paths,
    change: versionsChange,
    /**
     * When the work was decided on, by default now. Objects that were written or deleted later are left alone, so that a dry run
     * stays true, and a repeated call doesn't do anything twice.
     */
    as_of: z.optional(moment),
    dry_run: z._default(z.boolean(), false),
  }),
  response: z.object({
    as_of: z.string(),
    /** Objects with at least one change. */
    objects: z.number(),
    /** Versions copied to become the latest. */
    copied: z.number(),
    /** Delete markers created. */
    marked: z.number(),
    /** Versions and delete markers deleted permanently. */
    removed: z.number(),
    /** The size of the versions that were copied or deleted. */
    bytes: z.number(),
    /** Objects that need no change. */
    unchanged: z.number(),
    /** Objects left alone because they changed after `as_of`. */
    newer: z.number(),
    /** Versions that are kept by a legal hold or retention, and objects that would lose a version; listed in `failed`. */
    refused: z.number(),
    /** Of a dry run: the first objects that it would change, and how. `deleted_at` (ISO 8601) is of those that it undeletes. */
    planned: z.array(
      z.object({ name: z.string(), does: z.enum(['copy', 'mark', 'remove']), deleted_at: z.optional(z.string()) }),
    ),
    failed: z.array(objectFailure),
    /** Number of failures that aren't listed. */
    alsoFailed: z.number(),
    next: z.optional(z.string()),
  }),
  errors: [...BUCKET_ERRORS, 'ObjectLocked', 'VersionWouldBeLost', 'QuotaExceeded', 'StorageFull'],
})
