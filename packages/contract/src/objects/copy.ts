import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { OBJECT_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { cursor, objectKey, versionId } from './object-params.ts'
import { objectFailure } from './objects.ts'

/** S3's limit on user metadata in bytes, names and values together. */
export const MAX_USER_METADATA = 2048

const headerText = z.string().check(z.maxLength(MAX_USER_METADATA), z.regex(/^[\x20-\x7e]*$/))

/** The complete new metadata of an object; '' removes a field. */
export const requestedMetadata = z.strictObject({
  content_type: z._default(headerText, ''),
  content_encoding: z._default(headerText, ''),
  content_disposition: z._default(headerText, ''),
  content_language: z._default(headerText, ''),
  cache_control: z._default(headerText, ''),
  expires: z._default(headerText, ''),
  /** Without `x-amz-meta-`. Any text: what headers can't hold is encoded (RFC 2047), as in other clients. */
  user_metadata: z._default(z.record(z.string().check(z.regex(/^[a-zA-Z0-9_.-]{1,128}$/)), z.string()), {}),
})
export type RequestedMetadata = z.infer<typeof requestedMetadata>

/**
 * What to do if the target exists: report a failure, replace it, skip the source, or keep both by giving the copy a numbered
 * name.
 */
export const existingTarget = z.enum(['refuse', 'overwrite', 'skip', 'keep_both'])
export type ExistingTarget = z.infer<typeof existingTarget>

/**
 * If only the deletion of a move failed, `target` is the key of the finished copy; a call with it and `source_state` only
 * deletes the source, if its state hasn't changed. Otherwise both are ''.
 */
export const copyFailure = z.extend(objectFailure, { target: z.string(), source_state: z.string() })
export type CopyFailure = z.infer<typeof copyFailure>

/**
 * Copies objects of any size on the storage server. `source` and `target` are both keys or both folders, which end in a
 * slash. For a folder a call runs for some seconds, and `next` is where the next call resumes; failures are listed and the
 * rest is copied. With `move`, each source object is deleted once its copy exists (leaving a delete marker in a versioned
 * bucket), unless it has changed since. An existing folder object counts as copied. Copying an object onto itself is for
 * changing `metadata` or restoring an earlier version. Tags and storage class are kept, encryption only within a bucket.
 * Locks belong to a version; only a change of `metadata` applies those of the previous version to the new one, so they must
 * be readable.
 */
export const copyObjects = route('objects.copy', 'POST /api/v1/buckets/:bucket/objects/copy', {
  audit: 'none',
  summary: 'Copies, moves or renames an object or a folder, or changes the metadata of an object.',
  params: bucketParams,
  body: z.strictObject({
    source: objectKey,
    version_id: versionId,
    /** '' for the same bucket. */
    target_bucket: z._default(z.string().check(z.maxLength(255)), ''),
    target: objectKey,
    move: z._default(z.boolean(), false),
    existing: z._default(existingTarget, 'refuse'),
    /** Replaces the metadata; for single objects only. */
    metadata: z.optional(requestedMetadata),
    /** Fails if the source has changed from this state; for single objects only. */
    if_etag: z.optional(z.string().check(z.maxLength(128))),
    /** Of a {@link copyFailure}. */
    source_state: z._default(z.string().check(z.maxLength(1024)), ''),
    after: z._default(cursor, ''),
  }),
  response: z.object({
    copied: z.number(),
    /** Skipped because of `existing`. */
    skipped: z.number(),
    /** By source key. For a single object the call fails instead, unless its copy exists. */
    failed: z.array(copyFailure),
    /** Number of failures that aren't listed. */
    alsoFailed: z.number(),
    /** For a single object: its new version; '' without versioning. */
    version_id: z.string(),
    /** For a single object: the key of the copy; '' if it was skipped. */
    target: z.string(),
    next: z.optional(z.string()),
  }),
  errors: [...OBJECT_ERRORS, 'ObjectExists', 'PreconditionFailed', 'QuotaExceeded', 'StorageFull'],
})
