import * as z from 'zod/mini'
import { bucketParams, retentionMode } from '../buckets/index.ts'
import { OBJECT_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { objectQuery } from './object-params.ts'

/** The retention of a version; both '' without one. The date may be in the past. */
export const objectRetention = z.object({
  mode: z.enum(['', 'governance', 'compliance']),
  until: z.string(),
})

/**
 * Retains one version until a date in the future. Extending is always possible. Shortening, or changing between governance
 * and compliance, is only possible under governance, with `governance_bypass` and its permission.
 */
export const setObjectRetention = route('objects.setRetention', 'PUT /api/v1/buckets/:bucket/objects/retention', {
  audit: 'none',
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

/** Removes a governance retention; needs its own permission. */
export const clearObjectRetention = route(
  'objects.clearRetention',
  'DELETE /api/v1/buckets/:bucket/objects/retention',
  {
    audit: 'none',
    summary: 'Removes the governance retention of one version of an object.',
    params: bucketParams,
    query: objectQuery,
    errors: [...OBJECT_ERRORS, 'NoObjectLock', 'ComplianceKept', 'GovernanceKept'],
  },
)
