import * as z from 'zod/mini'
import { bucketParams } from '../buckets/bucket-params.ts'
import { OBJECT_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { cursor, objectKey, versionId } from './object-params.ts'
import { objectFailure } from './objects.ts'

/** Bytes of user metadata, names and values together, that S3 takes. */
export const MAX_USER_METADATA = 2048

const headerText = z.string().check(z.maxLength(MAX_USER_METADATA), z.regex(/^[\x20-\x7e]*$/))

/** All that describes an object, as it is to be; what is '' goes. */
export const requestedMetadata = z.strictObject({
  content_type: z._default(headerText, ''),
  content_encoding: z._default(headerText, ''),
  content_disposition: z._default(headerText, ''),
  content_language: z._default(headerText, ''),
  cache_control: z._default(headerText, ''),
  expires: z._default(headerText, ''),
  /** Without `x-amz-meta-`. Any text: what headers cannot hold travels encoded (RFC 2047), as other clients do it. */
  user_metadata: z._default(z.record(z.string().check(z.regex(/^[a-zA-Z0-9_.-]{1,128}$/)), z.string()), {}),
})
export type RequestedMetadata = z.infer<typeof requestedMetadata>

/**
 * What happens where an object of the target's name is there already: it is told as a failure, replaced, left with the
 * source uncopied, or left with the copy beside it under a numbered name.
 */
export const existingTarget = z.enum(['refuse', 'overwrite', 'skip', 'keep_both'])
export type ExistingTarget = z.infer<typeof existingTarget>

/**
 * Where only the deletion of a move failed, `target` is the key of the copy that is there, and a call with both and
 * `source_state` deletes no more than the source, if it is still in that state; else both are ''.
 */
export const copyFailure = z.extend(objectFailure, { target: z.string(), source_state: z.string() })
export type CopyFailure = z.infer<typeof copyFailure>

/**
 * Copies within the storage, however large. `source` and `target` are keys, or both folders, which end in a slash; a folder
 * is worked on for some seconds and `next` says where the following call goes on. What fails in a folder is listed, and the
 * rest is done. With `move` each object is deleted at its source once its copy is there (a delete marker where the bucket is
 * versioned), unless it has become another meanwhile. The marker of a folder that is there already counts as copied. A copy
 * onto itself is for `metadata` or for an earlier version. Tags and storage class are kept, encryption within a bucket; locks
 * belong to their version, and only a change of `metadata` gives its new version those of the one before, which therefore
 * have to be readable.
 */
export const copyObjects = route({
  id: 'objects.copy',
  method: 'POST',
  administrative: false,
  path: '/api/v1/buckets/:bucket/objects/copy',
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
    /** Replaces what describes the object; of one object only. */
    metadata: z.optional(requestedMetadata),
    /** Refuses when the source is no longer what somebody looked at; of one object only. */
    if_etag: z.optional(z.string().check(z.maxLength(128))),
    /** Of a {@link copyFailure}. */
    source_state: z._default(z.string().check(z.maxLength(1024)), ''),
    after: z._default(cursor, ''),
  }),
  response: z.object({
    copied: z.number(),
    /** Left out because of `existing`. */
    skipped: z.number(),
    /** By the key at the source. A single object that fails is an error instead, unless its copy is there. */
    failed: z.array(copyFailure),
    /** How many failed beside those that are named. */
    alsoFailed: z.number(),
    /** Of a single object: its new version; '' where there are none. */
    version_id: z.string(),
    /** Of a single object: the key that its copy got; '' where it was skipped. */
    target: z.string(),
    next: z.optional(z.string()),
  }),
  errors: [...OBJECT_ERRORS, 'ObjectExists', 'PreconditionFailed', 'QuotaExceeded', 'StorageFull'],
})
