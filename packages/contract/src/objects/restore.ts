import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { OBJECT_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { objectQuery } from './object-params.ts'

/**
 * With `version_id`, makes that version the latest; without it, restores a deleted object. If only delete markers are above
 * the version, they are removed, so that the same version is the latest again; otherwise, or if they can't be removed, its
 * content, metadata and tags are copied to a new version. Nothing else is lost, except that a copy replaces the version
 * `null` if versioning is suspended.
 */
export const restoreObject = route('objects.restore', 'PUT /api/v1/buckets/:bucket/objects/restore', {
  audit: 'none',
  summary: 'Restores an earlier version of an object, or a deleted object, as the latest version.',
  params: bucketParams,
  query: objectQuery,
  response: z.object({
    /** `unchanged`: it already was the latest version. */
    how: z.enum(['marker', 'copy', 'unchanged']),
    /** The version that is now the latest. */
    version_id: z.string(),
  }),
  errors: [...OBJECT_ERRORS, 'ObjectLocked', 'QuotaExceeded', 'StorageFull'],
})
