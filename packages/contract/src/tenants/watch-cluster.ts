import * as z from 'zod/mini'
import { socket } from '../socket.ts'
import { objectName } from './tenant-params.ts'

/** What a page shows that changes without its user. */
export const WATCHED = ['tenants', 'pods', 'events', 'volumes', 'drives'] as const

/**
 * Only reports that something changed, or that the API server can't be reached: the page repeats its call, whose response is checked and sorted like every other. The view
 * fails with `AccessDenied` where your rights only allow listing.
 */
export const watchCluster = socket({
  id: 'tenants.watch',
  path: '/ws/cluster',
  summary:
    'Reports that tenants, their pods, the events of pods, volume claims or drives have changed: once when the watch has begun, then after each change. Drives belong to no namespace.',
  query: z.strictObject({
    resource: z.enum(WATCHED),
    /** Default: wherever you may list. */
    namespace: z.optional(objectName),
  }),
  message: z.object({ kind: z.literal('changed') }),
})
