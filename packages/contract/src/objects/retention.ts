import * as z from 'zod/mini'
import { bucketParams } from '../buckets/bucket-params.ts'
import { retentionMode } from '../buckets/retention.ts'
import { OBJECT_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { objectQuery } from './object-params.ts'

/** How long a version is kept; both '' where it is not. The date may have passed. */
export const objectRetention = z.object({
  mode: z.enum(['', 'governance', 'compliance']),
  until: z.string(),
})
export type ObjectRetention = z.infer<typeof objectRetention>

/**
 * Keeps one version until a date to come. Longer is always possible. Shorter, or from governance to compliance and back, is
 * possible only under governance, with `governance_bypass` and the permission for it.
 */
export const setObjectRetention = route({
  id: 'objects.setRetention',
  method: 'PUT',
  administrative: false,
  path: '/api/v1/buckets/:bucket/objects/retention',
  summary: 'Sets the retention of one version of an object.',
  params: bucketParams,
  query: objectQuery,
  body: z.strictObject({
    mode: retentionMode,
    /** RFC 3339, to the second. */
    expires: z.iso.datetime({ offset: true }),
    governance_bypass: z._default(z.boolean(), false),
  }),
  errors: [...OBJECT_ERRORS, 'NoObjectLock', 'ComplianceKept', 'GovernanceKept'],
})

/** Takes a governance retention off, for which the storage wants a permission of its own. */
export const clearObjectRetention = route({
  id: 'objects.clearRetention',
  method: 'DELETE',
  administrative: false,
  path: '/api/v1/buckets/:bucket/objects/retention',
  summary: 'Removes the governance retention of one version of an object.',
  params: bucketParams,
  query: objectQuery,
  errors: [...OBJECT_ERRORS, 'NoObjectLock', 'ComplianceKept', 'GovernanceKept'],
})
