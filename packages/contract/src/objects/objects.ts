import * as z from 'zod/mini'
import { bucketParams } from '../buckets/bucket-params.ts'
import { BUCKET_ERRORS, OBJECT_ERRORS } from '../declared-errors.ts'
import { JSON_BODY_LIMIT, route } from '../route.ts'
import { cursor, objectKey, versionId } from './object-params.ts'

/** Objects in one page of a listing at most. */
export const LIST_PAGE_LIMIT = 1000

/**
 * An object or, when `name` ends with a slash, a folder (spec object-browser 3). `name` is the full key, `size` in bytes.
 * A folder has size 0 and an empty `last_modified`.
 */
export const objectEntry = z.object({
  name: z.string(),
  size: z.number(),
  last_modified: z.string(),
  etag: z.string(),
})
export type ObjectEntry = z.infer<typeof objectEntry>

/**
 * A version of an object, a delete marker, or a folder (spec object-browser 3). Lock and tags are '' and {} also where they
 * may not be read; `objects.details` tells the difference.
 */
export const objectVersion = z.extend(objectEntry, {
  /** `null` for what was written without versioning; '' for a folder. */
  version_id: z.string(),
  is_latest: z.boolean(),
  is_delete_marker: z.boolean(),
  legal_hold_status: z.enum(['', 'ON', 'OFF']),
  retention_mode: z.enum(['', 'governance', 'compliance']),
  retention_until_date: z.string(),
  tags: z.record(z.string(), z.string()),
})
export type ObjectVersion = z.infer<typeof objectVersion>

/**
 * Without `limit` the whole folder (spec object-browser 7), streamed as it is read. With `limit` one page: `next`, when
 * present, is the `after` of the following page. `after` is a key or a folder, so that it outlives this server. With the
 * `continuation` of the answer the storage goes on where it stands instead of looking for the key; then `after` says nothing.
 *
 * With `with_versions` the rows are {@link objectVersion}s, those of a key from the newest on, and a prefix that does not end
 * in a slash is exactly that one key. `next_version`, when present, is the following page's `after_version`; a `continuation`
 * is refused.
 */
export const listObjects = route({
  id: 'objects.list',
  method: 'GET',
  path: '/api/v1/buckets/:bucket/objects',
  summary: 'Lists the objects and folders below a prefix.',
  params: bucketParams,
  query: z.strictObject({
    prefix: z._default(z.string().check(z.maxLength(1024)), ''),
    recursive: z._default(z.stringbool(), false),
    with_versions: z._default(z.stringbool(), false),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIST_PAGE_LIMIT))),
    // Longer than a key: the markers of MinIO's version listings say also where it stands.
    after: z._default(cursor, ''),
    after_version: z._default(z.string().check(z.maxLength(128)), ''),
    continuation: z.optional(cursor),
  }),
  response: z.object({
    objects: z.array(z.union([objectVersion, objectEntry])),
    total: z.optional(z.number()),
    next: z.optional(z.string()),
    next_version: z.optional(z.string()),
    continuation: z.optional(z.string()),
  }),
  errors: [...BUCKET_ERRORS, 'InvalidObjectName'],
})

/**
 * A multipart form, one part per file, stored under `prefix` followed by the part's file name (which may hold folders).
 * All parts or an error: the answer names what was stored.
 */
export const uploadObjects = route({
  id: 'objects.upload',
  method: 'POST',
  administrative: false,
  path: '/api/v1/buckets/:bucket/objects/upload',
  summary: 'Uploads files as a multipart form, one part per file.',
  params: bucketParams,
  query: z.strictObject({ prefix: z._default(z.string().check(z.maxLength(1024)), '') }),
  form: true,
  response: z.object({ stored: z.array(z.object({ name: z.string(), size: z.number(), etag: z.string() })) }),
  errors: [...BUCKET_ERRORS, 'InvalidObjectName', 'UploadIncomplete', 'QuotaExceeded', 'StorageFull'],
})

/**
 * The bytes of one object as an attachment; takes a Range header and the conditional headers. A prefix that ends in a slash is
 * a folder, which comes as a zip archive made on the way. An archive that cannot be finished ends as a broken transfer.
 */
export const downloadObject = route({
  id: 'objects.download',
  method: 'GET',
  path: '/api/v1/buckets/:bucket/objects/download',
  summary: 'Downloads one object, or a folder as a zip archive.',
  params: bucketParams,
  query: z.strictObject({
    prefix: z.string().check(z.minLength(1), z.maxLength(1024)),
    version_id: z.optional(z.string().check(z.maxLength(128))),
  }),
  bytes: true,
  errors: [...OBJECT_ERRORS, 'NoSuchFolder', 'InvalidRange', 'PreconditionFailed'],
})

/** Paths of one selection at most. */
export const SELECTION_LIMIT = 10_000
/** Bytes that the form of a selection may have. */
export const SELECTION_FORM_LIMIT = JSON_BODY_LIMIT
/** The field of the form that holds a {@link downloadSelection} as JSON: as fields of their own, keys would lose their line breaks. */
export const SELECTION_FIELD = 'selection'

/** What is downloaded together: keys, and folders, which end in a slash. All lie below `prefix`, which names leave out. */
export const downloadSelection = z.strictObject({
  prefix: z.string().check(z.maxLength(1024)),
  paths: z
    .array(z.string().check(z.minLength(1), z.maxLength(1024)))
    .check(z.minLength(1), z.maxLength(SELECTION_LIMIT)),
})

/** A multipart form with one field, so that the browser itself downloads the answer: a zip archive made on the way. */
export const downloadObjects = route({
  id: 'objects.downloadMany',
  method: 'POST',
  administrative: false,
  path: '/api/v1/buckets/:bucket/objects/download',
  summary: 'Downloads several objects and folders as a zip archive.',
  params: bucketParams,
  form: true,
  bytes: true,
  errors: [...OBJECT_ERRORS, 'NoSuchFolder'],
})

/**
 * Deletes one object, or with `recursive` everything below the prefix. Deleting what is not there succeeds, as in S3. On a
 * versioned bucket that leaves delete markers; with `version_id` one version goes for good, with `all_versions` all of them.
 */
export const deleteObject = route({
  id: 'objects.delete',
  method: 'DELETE',
  administrative: false,
  path: '/api/v1/buckets/:bucket/objects',
  summary: 'Deletes an object, one of its versions, or a folder.',
  params: bucketParams,
  query: z.strictObject({
    path: objectKey,
    recursive: z._default(z.stringbool(), false),
    version_id: versionId,
    all_versions: z._default(z.stringbool(), false),
    /** Deletes also what governance retention keeps; needs a permission of its own. */
    bypass: z._default(z.stringbool(), false),
  }),
  errors: [...OBJECT_ERRORS, 'ObjectLocked'],
})

/** What could not be done with one object, and why, in words for the user. */
export const objectFailure = z.object({ path: z.string(), message: z.string() })

/** Failed objects that one answer names; the others are counted. */
export const NAMED_OBJECT_FAILURES = 1000

/** What became of the objects of a selection. */
export const deletionOutcome = z.object({
  /** Objects, or with versions these and their delete markers. */
  deleted: z.number(),
  failed: z.array(objectFailure),
  /** How many failed beside those that are named. */
  alsoFailed: z.number(),
  next: z.optional(z.string()),
})

/**
 * Deletes several; `recursive` marks folders. Continues past a failure and lists what could not be deleted; when a call
 * meets the whole selection and every object of it is refused, the answer is the first of these errors, with the same
 * list. With `in_parts` a
 * call works for some seconds and `next`, when present, is the `after` of the following call with the same body: so progress
 * shows, and the work stops when nobody asks any more.
 */
export const deleteObjects = route({
  id: 'objects.deleteMany',
  method: 'POST',
  administrative: false,
  path: '/api/v1/buckets/:bucket/delete-objects',
  summary: 'Deletes several objects and folders.',
  params: bucketParams,
  query: z.strictObject({
    all_versions: z._default(z.stringbool(), false),
    /** Deletes also what governance retention keeps; needs a permission of its own. */
    bypass: z._default(z.stringbool(), false),
    in_parts: z._default(z.stringbool(), false),
    after: z._default(cursor, ''),
  }),
  body: z
    .array(
      z.strictObject({
        path: objectKey,
        versionID: z._default(z.string().check(z.maxLength(128)), ''),
        recursive: z._default(z.boolean(), false),
      }),
    )
    .check(z.minLength(1), z.maxLength(10_000)),
  response: deletionOutcome,
  refusal: deletionOutcome,
  errors: [...OBJECT_ERRORS, 'ObjectLocked'],
})
