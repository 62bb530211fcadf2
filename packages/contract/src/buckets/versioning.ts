import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-name.ts'

/** MinIO's limit. */
export const MAX_EXCLUDED_PREFIXES = 10

export const getVersioning = route('buckets.versioning', 'GET /api/v1/buckets/:bucket/versioning', {
  summary: 'Returns the versioning state of a bucket.',
  params: bucketParams,
  response: z.object({
    is_versioned: z.boolean(),
    /** '' if versioning was never enabled: unlike `Suspended`, no versions exist. */
    status: z.enum(['', 'Enabled', 'Suspended']),
    /** MinIO: objects below these prefixes aren't versioned; `*` matches anything. */
    excluded_prefixes: z.array(z.string()),
    /** MinIO: folder objects aren't versioned. */
    exclude_folders: z.boolean(),
    /** Whether the storage server supports these exclusions. */
    can_exclude: z.boolean(),
  }),
  errors: BUCKET_ERRORS,
})

/**
 * Omitted fields keep their value. Suspending versioning drops exclusions, because servers don't store them then. Servers
 * without support for exclusions reject them.
 */
export const setVersioning = route('buckets.setVersioning', 'PUT /api/v1/buckets/:bucket/versioning', {
  summary: 'Enables or suspends the versioning of a bucket.',
  params: bucketParams,
  body: z.strictObject({
    versioning: z.boolean(),
    excluded_prefixes: z.optional(
      z.array(z.string().check(z.minLength(1), z.maxLength(1024))).check(z.maxLength(MAX_EXCLUDED_PREFIXES)),
    ),
    exclude_folders: z.optional(z.boolean()),
  }),
  errors: [...BUCKET_ERRORS, 'SettingConflict', 'SettingRefused'],
})
