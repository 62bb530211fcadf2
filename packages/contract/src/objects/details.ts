import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { OBJECT_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { unread } from '../text.ts'
import { objectQuery } from './object-params.ts'
import { objectRetention } from './retention.ts'

/**
 * A checksum stored with the object. For a multipart object it covers the whole object, or is a checksum of the parts'
 * checksums.
 */
export const objectChecksum = z.object({
  /** `CRC32`, `CRC32C`, `CRC64NVME`, `SHA1`, `SHA256`. */
  algorithm: z.string(),
  /** Base64; for a checksum of parts followed by a hyphen and their number. */
  value: z.string(),
  kind: z.enum(['FULL_OBJECT', 'COMPOSITE']),
})
export type ObjectChecksum = z.infer<typeof objectChecksum>

/**
 * The details of one version of an object. Texts that the storage server doesn't report are ''. A delete marker only has a
 * name, a version and, if the visitor may list versions, a time.
 */
export const objectDetails = z.object({
  name: z.string(),
  /** '' if the bucket was never versioned. */
  version_id: z.string(),
  is_delete_marker: z.boolean(),
  size: z.number(),
  last_modified: z.string(),
  etag: z.string(),
  content_type: z.string(),
  content_encoding: z.string(),
  content_disposition: z.string(),
  content_language: z.string(),
  cache_control: z.string(),
  /** The header `Expires`, as it was sent on upload. */
  expires: z.string(),
  /** Without `x-amz-meta-`. */
  user_metadata: z.record(z.string(), z.string()),
  storage_class: z.string(),
  encryption: z.object({
    /** `SSE-C`: readable only with the customer's key, which the console doesn't have. */
    kind: z.enum(['', 'SSE-S3', 'SSE-KMS', 'SSE-C']),
    key_id: z.string(),
  }),
  checksums: z.array(objectChecksum),
  /** Number of parts of the multipart upload; 0 for a single PUT. */
  part_count: z.number(),
  /** When it expires and by which lifecycle rule; '' if none applies. */
  expiry: z.object({ date: z.string(), rule: z.string() }),
  /** `PENDING`, `COMPLETED`, `FAILED`, `REPLICA`; '' without replication. */
  replication_status: z.string(),
  /** Code `NoObjectLock` in a bucket without object locking. */
  legal_hold: z.object({ status: z.enum(['', 'ON', 'OFF']), unread }),
  retention: z.extend(objectRetention, { unread }),
  tags: z.object({ values: z.record(z.string(), z.string()), unread }),
})
export type ObjectDetails = z.infer<typeof objectDetails>

/** Without `version_id` the latest version; if that is a delete marker, the response says so. */
export const getObjectDetails = route('objects.details', 'GET /api/v1/buckets/:bucket/objects/details', {
  summary: 'Returns the metadata, tags, checksums and lock state of one version of an object.',
  params: bucketParams,
  query: objectQuery,
  response: objectDetails,
  errors: OBJECT_ERRORS,
})
