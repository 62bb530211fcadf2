/** Locks of a cluster of several nodes: who holds them, since when, and releasing one by force. */
import * as z from 'zod/mini'
import { route } from '../route.ts'

/** The oldest locks are listed; the server sends so many at most. */
export const MAX_LOCKS = 1_000

const lock = z.object({
  /** Of this hold of the lock. A resource that several read has several. */
  id: z.string(),
  /** What is locked: bucket and object, `photos/2026/a.jpg`, or a file of the server itself. */
  resource: z.string(),
  type: z.enum(['read', 'write']),
  /** `host:port` of the node whose request holds it. */
  owner: z.string(),
  /** When it was granted, ISO 8601; '' if the server doesn't say it. */
  since: z.string(),
  /** How long it has been held, by the clock of the server. */
  seconds: z.number(),
  /** On how many nodes it is held, and how many have to hold it. */
  held: z.number(),
  quorum: z.number(),
  /** Fewer nodes hold it than have to: it protects nothing any more. */
  isStale: z.boolean(),
  /** Where in the server’s code it was requested. */
  source: z.string(),
})
export type Lock = z.infer<typeof lock>

export const listLocks = route('supportTools.locks', 'GET /api/v1/admin/locks', {
  summary: 'Lists the oldest locks that the nodes of the cluster hold, at most 1,000.',
  response: z.object({
    /** A server of one node has no such locks. */
    isOffered: z.boolean(),
    items: z.array(lock),
    /** Whether there may be more. */
    isCut: z.boolean(),
  }),
})

/** Servers read several resources from one parameter, separated by commas: a resource with one would release others. */
export const UNNAMEABLE_RESOURCE = /,/

export const forceUnlock = route('supportTools.forceUnlock', 'POST /api/v1/admin/locks/force-unlock', {
  summary: 'Releases all locks on a resource, although the requests that hold them may still be at work.',
  body: z.strictObject({ resource: z.string().check(z.minLength(1), z.maxLength(4_096), z.regex(/^[^,]+$/)) }),
})
