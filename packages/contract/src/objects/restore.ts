import * as z from 'zod/mini'
import { bucketParams } from '../buckets/bucket-params.ts'
import { OBJECT_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { objectQuery } from './object-params.ts'

/**
 * With `version_id` that version becomes the newest; without, a deleted object is brought back. Where only delete markers lie
 * above the wanted version they are removed, so that it is the same version that is back; otherwise, or where they may not
 * be removed, its bytes, metadata and tags are copied to a new version. Nothing else is lost either way, except that a copy takes
 * the place of the version `null` where versioning is suspended.
 */
export const restoreObject = route({
  id: 'objects.restore',
  method: 'PUT',
  administrative: false,
  path: '/api/v1/buckets/:bucket/objects/restore',
  summary: 'Restores an earlier version of an object, or a deleted object, as the latest version.',
  params: bucketParams,
  query: objectQuery,
  response: z.object({
    /** `unchanged`: it was the newest already. */
    how: z.enum(['marker', 'copy', 'unchanged']),
    /** The version that is the newest now. */
    version_id: z.string(),
  }),
  errors: [...OBJECT_ERRORS, 'ObjectLocked', 'QuotaExceeded', 'StorageFull'],
})
