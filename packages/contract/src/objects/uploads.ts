import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { OBJECT_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { objectKey } from './object-params.ts'
import { LIST_PAGE_LIMIT } from './objects.ts'
import { uploadId } from './upload-parts.ts'

/** A multipart upload that was neither completed nor aborted; its parts use space that no object listing shows. */
export const incompleteUpload = z.object({ name: z.string(), upload_id: z.string(), started: z.string() })
export type IncompleteUpload = z.infer<typeof incompleteUpload>

/**
 * `prefix` is the exact key of one object, for which MinIO lists all uploads; without it MinIO lists the uploads of the
 * whole bucket since the server started. Other servers accept any prefix.
 */
export const listUploads = route('objects.uploads', 'GET /api/v1/buckets/:bucket/objects/uploads', {
  summary: 'Lists the incomplete uploads of a bucket, or of one object.',
  params: bucketParams,
  query: z.strictObject({
    prefix: z._default(z.string().check(z.maxLength(1024)), ''),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIST_PAGE_LIMIT)), LIST_PAGE_LIMIT),
    /** `next` and `next_upload` of the previous page. */
    after: z._default(z.string().check(z.maxLength(1024)), ''),
    after_upload: z._default(z.string().check(z.maxLength(1024)), ''),
  }),
  response: z.object({
    uploads: z.array(incompleteUpload),
    next: z.optional(z.string()),
    next_upload: z.optional(z.string()),
  }),
  errors: OBJECT_ERRORS,
})

/** Succeeds if the upload no longer exists. */
export const abortUpload = route('objects.abortUpload', 'DELETE /api/v1/buckets/:bucket/objects/uploads', {
  audit: 'none',
  summary: 'Aborts an incomplete upload and frees its parts.',
  params: bucketParams,
  query: z.strictObject({ prefix: objectKey, upload_id: uploadId }),
  errors: OBJECT_ERRORS,
})
