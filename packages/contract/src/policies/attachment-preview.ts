import * as z from 'zod/mini'
import { route } from '../route.ts'
import { reach } from './effective.ts'
import { attachments } from './set-policy.ts'
import { policyPlace, UNREAD_REASONS } from './simulator.ts'

const reachPart = z.object({
  powers: reach.shape.powers,
  places: reach.shape.places,
  administration: reach.shape.administration,
})
export type ReachPart = z.infer<typeof reachPart>

/**
 * Compares what the policies of a user or group allow, those of the user's groups included, with what they would allow if
 * `policies` were attached instead. `isNarrowed` marks what remains, but less a Deny.
 */
export const previewPolicies = route({
  id: 'policies.preview',
  method: 'POST',
  administrative: false,
  path: '/api/v1/effective-permissions/preview',
  summary: 'Lists what a user or group gains and loses if its policies are replaced.',
  body: z.strictObject(attachments),
  response: z.object({
    gained: reachPart,
    lost: reachPart,
    /** What remains inside of a place that is lost: of all buckets, one. */
    kept: reach.shape.places,
    /** Whether the user, or the group or one of the user's groups, is disabled: policies have no effect then. */
    isDisabled: z.boolean(),
    /** What you lack permission to read, or what no longer exists. */
    unread: z.array(z.object({ place: policyPlace, reason: z.enum(UNREAD_REASONS), permission: z.string() })),
  }),
  status: 200,
  errors: ['NoSuchUser', 'NoSuchGroup'],
})
