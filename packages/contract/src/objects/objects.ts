import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { BUCKET_ERRORS, OBJECT_ERRORS } from '../declared-errors.ts'
import { JSON_BODY_LIMIT, route } from '../route.ts'
import { failureText } from '../text.ts'
import { cursor, objectKey, versionId } from './object-params.ts'

/** Maximum number of objects per page of a listing. */
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
 * A version of an object, a delete marker, or a folder (spec object-browser 3). Lock and tags are also '' and {} if the
 * visitor may not read them; `objects.details` distinguishes the two.
 */
export const objectVersion = z.extend(objectEntry, {
  /** `null` for a version written without versioning; '' for a folder. */
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
 * `continuation` of the response the storage server continues there instead of looking for the key; `after` is ignored then.
 *
 * With `with_versions` the rows are {@link objectVersion}s, those of a key from the newest on, and a prefix that does not end
 * in a slash is exactly that one key. `next_version`, when present, is the following page's `after_version`; a `continuation`
 * is refused.
 */
export const listObjects = route('objects.list', 'GET /api/v1/buckets/:bucket/objects', {
  summary: 'Lists the objects and folders below a prefix.',
  params: bucketParams,
  query: z.strictObject({
    prefix: z._default(z.string().check(z.maxLength(1024)), ''),
    recursive: z._default(z.stringbool(), false),
    with_versions: z._default(z.stringbool(), false),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIST_PAGE_LIMIT))),
    // Longer than a key: the markers of MinIO's version listings also contain the position of the listing.
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

const uploadedObject = z.object({ name: z.string(), size: z.number(), etag: z.string() })

/** What became of the files of a form that weren't all stored. `status`, `code` and `message` are those of an error response. */
export const uploadOutcome = z.object({
  stored: z.array(uploadedObject),
  failed: z.array(
    z.object({ name: z.string(), status: z.number(), code: z.string(), message: z.string(), text: failureText }),
  ),
})

/**
 * A multipart form, one part per file, stored under `prefix` followed by the part's file name (which may include folders).
 * Fails unless all parts are stored; the response lists the stored objects. If the storage server refuses files of at most
 * 16 MiB, the others are stored nevertheless; the response is the error of the first one refused, with an {@link uploadOutcome}.
 */
export const uploadObjects = route('objects.upload', 'POST /api/v1/buckets/:bucket/objects/upload', {
  audit: 'none',
  summary: 'Uploads files as a multipart form, one part per file.',
  params: bucketParams,
  query: z.strictObject({ prefix: z._default(z.string().check(z.maxLength(1024)), '') }),
  form: true,
  response: z.object({ stored: z.array(uploadedObject) }),
  refusal: uploadOutcome,
  errors: [...BUCKET_ERRORS, 'InvalidObjectName', 'UploadIncomplete', 'QuotaExceeded', 'StorageFull'],
})

/**
 * The content of one object as an attachment; supports the Range header and conditional headers. A prefix that ends in a
 * slash is a folder, which is sent as a zip archive created on the fly. If the archive can't be completed, the connection is
 * aborted.
 */
export const downloadObject = route('objects.download', 'GET /api/v1/buckets/:bucket/objects/download', {
  summary: 'Downloads one object, or a folder as a zip archive.',
  params: bucketParams,
  query: z.strictObject({
    prefix: z.string().check(z.minLength(1), z.maxLength(1024)),
    version_id: z.optional(z.string().check(z.maxLength(128))),
  }),
  bytes: true,
  errors: [...OBJECT_ERRORS, 'NoSuchFolder', 'InvalidRange', 'PreconditionFailed'],
})

/** Maximum number of paths in a selection. */
export const SELECTION_LIMIT = 10_000
/** Maximum size of the form of a selection, in bytes. */
export const SELECTION_FORM_LIMIT = JSON_BODY_LIMIT
/** The form field that holds a {@link downloadSelection} as JSON: as separate fields, keys would lose their line breaks. */
export const SELECTION_FIELD = 'selection'

/**
 * What is downloaded together: keys, and folders, which end in a slash. All are below `prefix`, which is removed from the
 * names in the archive.
 */
export const downloadSelection = z.strictObject({
  prefix: z.string().check(z.maxLength(1024)),
  paths: z
    .array(z.string().check(z.minLength(1), z.maxLength(1024)))
    .check(z.minLength(1), z.maxLength(SELECTION_LIMIT)),
})

/** A multipart form with one field, so that the browser itself downloads the response: a zip archive created on the fly. */
export const downloadObjects = route('objects.downloadMany', 'POST /api/v1/buckets/:bucket/objects/download', {
  audit: 'none',
  summary: 'Downloads several objects and folders as a zip archive.',
  params: bucketParams,
  form: true,
  bytes: true,
  errors: [...OBJECT_ERRORS, 'NoSuchFolder'],
})

/**
 * Deletes one object, or with `recursive` everything below the prefix. Deleting an object that doesn't exist succeeds, as in
 * S3. In a versioned bucket this leaves delete markers; `version_id` permanently deletes one version, `all_versions` all of
 * them.
 */
export const deleteObject = route('objects.delete', 'DELETE /api/v1/buckets/:bucket/objects', {
  audit: 'none',
  summary: 'Deletes an object, one of its versions, or a folder.',
  params: bucketParams,
  query: z.strictObject({
    path: objectKey,
    recursive: z._default(z.stringbool(), false),
    version_id: versionId,
    all_versions: z._default(z.stringbool(), false),
    /** Also deletes versions under governance retention; needs its own permission. */
    bypass: z._default(z.stringbool(), false),
  }),
  errors: [...OBJECT_ERRORS, 'ObjectLocked'],
})

/** A failure on one object, with a message for the user. */
export const objectFailure = z.object({
  path: z.string(),
  message: z.string(),
  text: failureText,
  /** The storage server's number of the request that it refused, which its own logs have. */
  storageRequestId: z.optional(z.string()),
})
export type ObjectFailure = z.infer<typeof objectFailure>

/** Maximum number of failed objects listed in a response; the rest are counted. */
export const NAMED_OBJECT_FAILURES = 1000

/** The outcome for the objects of a selection. */
export const deletionOutcome = z.object({
  /** Number of objects, or of versions and delete markers. */
  deleted: z.number(),
  failed: z.array(objectFailure),
  /** Number of failures that aren't listed. */
  alsoFailed: z.number(),
  next: z.optional(z.string()),
})

/**
 * Deletes several objects; `recursive` marks folders. Continues after failures and lists them; if a call covers the whole
 * selection and every object fails, it returns the first error with the same list. With `in_parts` a call runs for some
 * seconds; `next`, if present, is the `after` of the next call with the same body, so that progress shows and the work stops
 * when the page is closed.
 */
export const deleteObjects = route('objects.deleteMany', 'POST /api/v1/buckets/:bucket/delete-objects', {
  audit: 'none',
  summary: 'Deletes several objects and folders.',
  params: bucketParams,
  query: z.strictObject({
    all_versions: z._default(z.stringbool(), false),
    /** Also deletes versions under governance retention; needs its own permission. */
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
