/**
 * Uploading one object in parts: begin, send parts in any order and at the same time, complete. Each part has a CRC-32C that
 * the storage server verifies. `abortUpload` discards the upload and its parts.
 */
import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { OBJECT_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { objectKey } from './object-params.ts'

/** Limits of S3. The last part may be smaller. */
export const MAX_UPLOAD_PARTS = 10_000
/** The largest object that MinIO stores. */
export const MAX_UPLOAD_BYTES = 50 * 1024 ** 4

export const uploadId = z.string().check(z.minLength(1), z.maxLength(1024))
export const partNumber = z.int().check(z.minimum(1), z.maximum(MAX_UPLOAD_PARTS))
/** CRC-32C in base64, as in the header `x-amz-checksum-crc32c`. */
export const crc32c = z.string().check(z.regex(/^[A-Za-z0-9+/]{6}==$/))
/** Without quotes. Servers use hexadecimal digits or base64. */
export const etag = z.string().check(z.regex(/^[\w+/=.-]{1,128}$/))
export const contentType = z._default(z.string().check(z.regex(/^[\x20-\x7e]{1,255}$/)), 'application/octet-stream')
const uploadQuery = { prefix: objectKey, upload_id: uploadId }

export const beginUpload = route('objects.beginUpload', 'POST /api/v1/buckets/:bucket/objects/uploads', {
  audit: 'none',
  summary: 'Begins the upload of an object in parts.',
  params: bucketParams,
  query: z.strictObject({ prefix: objectKey }),
  body: z.strictObject({
    content_type: contentType,
  }),
  response: z.object({ upload_id: z.string() }),
  errors: [...OBJECT_ERRORS, 'QuotaExceeded', 'StorageFull'],
})

/** The body is the part, at least 5 MiB unless it is the last one. A part that is sent again replaces the earlier one. */
export const uploadPart = route('objects.uploadPart', 'PUT /api/v1/buckets/:bucket/objects/uploads/part', {
  audit: 'none',
  summary: 'Sends one part of an upload.',
  params: bucketParams,
  query: z.strictObject({
    ...uploadQuery,
    part_number: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_UPLOAD_PARTS)),
    crc32c,
  }),
  stream: true,
  response: z.object({ etag: z.string() }),
  errors: [...OBJECT_ERRORS, 'NoSuchUpload', 'UploadIncomplete', 'ChecksumMismatch', 'QuotaExceeded', 'StorageFull'],
})

export const storedPart = z.object({
  part_number: z.number(),
  size: z.number(),
  etag: z.string(),
  /** '' if the storage server doesn't keep the checksums of parts. */
  crc32c: z.string(),
})
export type StoredPart = z.infer<typeof storedPart>

/** At most 1,000 parts; `next` is the `after` of the next page. */
export const listUploadParts = route('objects.uploadParts', 'GET /api/v1/buckets/:bucket/objects/uploads/parts', {
  summary: 'Lists the stored parts of an upload.',
  params: bucketParams,
  query: z.strictObject({
    ...uploadQuery,
    after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_UPLOAD_PARTS)), 0),
  }),
  response: z.object({ parts: z.array(storedPart), next: z.optional(z.number()) }),
  errors: [...OBJECT_ERRORS, 'NoSuchUpload'],
})

/**
 * Assembles the object from these parts, in the order of their numbers. Can be repeated: if the upload has already become the
 * object, the response is the same.
 */
export const completeUpload = route('objects.completeUpload', 'POST /api/v1/buckets/:bucket/objects/uploads/complete', {
  audit: 'none',
  summary: 'Completes an upload: its parts become the object.',
  params: bucketParams,
  query: z.strictObject(uploadQuery),
  body: z.strictObject({
    parts: z
      .array(z.strictObject({ part_number: partNumber, etag, crc32c }))
      .check(z.minLength(1), z.maxLength(MAX_UPLOAD_PARTS)),
  }),
  bodyLimit: 4 * 1024 * 1024,
  /** `crc32c`: of the parts' checksums, as the storage server computed it; '' if it doesn't keep checksums. */
  response: z.object({ name: z.string(), etag: z.string(), crc32c: z.string() }),
  errors: [...OBJECT_ERRORS, 'NoSuchUpload', 'PartTooSmall', 'PartsChanged', 'QuotaExceeded', 'StorageFull'],
})
