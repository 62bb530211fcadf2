import * as z from 'zod/mini'
import { COMPUTATION_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { permissionDifference } from './effective.ts'
import { attachments } from './set-policy.ts'
import { policySource, UNREAD_REASONS } from './simulator.ts'

/**
 * Compares what the policies of a user or group allow, those of the user's groups included, with what they would allow if
 * `policies` were attached instead. `isNarrowed` marks what remains, but less a Deny.
 */
export const previewPolicies = route('policies.preview', 'POST /api/v1/effective-permissions/preview', {
  audit: 'none',
  summary: 'Lists what a user or group gains and loses if its policies are replaced.',
  body: z.strictObject(attachments),
  response: z.object({
    gained: permissionDifference,
    lost: permissionDifference,
    /** What remains inside a resource pattern that is lost: of all buckets, one. */
    kept: permissionDifference.shape.resources,
    /** Whether the user, or the group or one of the user's groups, is disabled: policies have no effect then. */
    isDisabled: z.boolean(),
    /** What you lack permission to read, or what no longer exists. */
    unread: z.array(z.object({ source: policySource, reason: z.enum(UNREAD_REASONS), permission: z.string() })),
  }),
  status: 200,
  errors: [...COMPUTATION_ERRORS, 'NoSuchUser', 'NoSuchGroup'],
})
export type PolicyChange = z.infer<NonNullable<(typeof previewPolicies)['response']>>
