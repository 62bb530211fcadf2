import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-params.ts'

/** MinIO takes no more. */
export const MAX_EXCLUDED_PREFIXES = 10

export const getVersioning = route({
  id: 'buckets.versioning',
  method: 'GET',
  path: '/api/v1/buckets/:bucket/versioning',
  summary: 'Returns the versioning state of a bucket.',
  params: bucketParams,
  response: z.object({
    is_versioned: z.boolean(),
    /** '' where versioning was never set: unlike `Suspended`, there are no versions from before. */
    status: z.enum(['', 'Enabled', 'Suspended']),
    /** MinIO: objects below these prefixes, in which `*` stands for anything, are not versioned. */
    excluded_prefixes: z.array(z.string()),
    /** MinIO: objects that stand for folders are not versioned. */
    exclude_folders: z.boolean(),
  }),
  errors: BUCKET_ERRORS,
})

/**
 * What is left out stays as it is. Suspended versioning knows no exclusions: servers refuse to keep them, so they go.
 * Excluding anything is refused by servers that know no exclusions.
 */
export const setVersioning = route({
  id: 'buckets.setVersioning',
  method: 'PUT',
  path: '/api/v1/buckets/:bucket/versioning',
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
