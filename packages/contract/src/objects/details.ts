import * as z from 'zod/mini'
import { bucketParams } from '../buckets/bucket-params.ts'
import { OBJECT_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { objectQuery } from './object-params.ts'
import { objectRetention } from './retention.ts'

/** Why a part could not be read: a code of the error catalogue and its sentence. The other parts are there all the same. */
const unread = z.nullable(z.object({ code: z.string(), message: z.string() }))
export type Unread = z.infer<typeof unread>

/** A checksum that the storage keeps. Of an object in parts it is that of the whole, or one over those of its parts. */
export const objectChecksum = z.object({
  /** `CRC32`, `CRC32C`, `CRC64NVME`, `SHA1`, `SHA256`. */
  algorithm: z.string(),
  /** In Base64; where it is over parts, their number stands behind a dash. */
  value: z.string(),
  kind: z.enum(['FULL_OBJECT', 'COMPOSITE']),
})
export type ObjectChecksum = z.infer<typeof objectChecksum>

/**
 * All that is known of one object or one of its versions. Texts that the storage does not tell are ''. Of a delete marker
 * there is its name, its version and, where one may list versions, its time; the rest is empty.
 */
export const objectDetails = z.object({
  name: z.string(),
  /** '' where the bucket was never versioned. */
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
  /** The header `Expires`, as somebody once sent it. */
  expires: z.string(),
  /** Without `x-amz-meta-`. */
  user_metadata: z.record(z.string(), z.string()),
  storage_class: z.string(),
  encryption: z.object({
    /** `SSE-C`: only whoever has the key can read it, so the console cannot. */
    kind: z.enum(['', 'SSE-S3', 'SSE-KMS', 'SSE-C']),
    key_id: z.string(),
  }),
  checksums: z.array(objectChecksum),
  /** In how many parts it was uploaded; 0 for in one piece. */
  part_count: z.number(),
  /** When a lifecycle rule deletes it, and which; '' where none does. */
  expiry: z.object({ date: z.string(), rule: z.string() }),
  /** `PENDING`, `COMPLETED`, `FAILED`, `REPLICA`; '' where nothing is replicated. */
  replication_status: z.string(),
  /** Code `NoObjectLock` in a bucket that was made without. */
  legal_hold: z.object({ status: z.enum(['', 'ON', 'OFF']), unread }),
  retention: z.extend(objectRetention, { unread }),
  tags: z.object({ values: z.record(z.string(), z.string()), unread }),
})
export type ObjectDetails = z.infer<typeof objectDetails>

/** Without `version_id` the newest; where that is a delete marker, the answer says so. */
export const getObjectDetails = route({
  id: 'objects.details',
  method: 'GET',
  path: '/api/v1/buckets/:bucket/objects/details',
  summary: 'Returns the metadata, tags, checksums and lock state of one version of an object.',
  params: bucketParams,
  query: objectQuery,
  response: objectDetails,
  errors: OBJECT_ERRORS,
})
