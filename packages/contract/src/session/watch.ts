import * as z from 'zod/mini'
import { socket } from '../socket.ts'
import { failureText } from '../text.ts'

/**
 * How long before its expiry a session counts as ending: the page renews it, or offers to sign in again. A short session counts as
 * ending after half of its lifetime.
 */
export const SESSION_ENDING_MS = 10 * 60_000

/**
 * Events of a session that are pushed to its tabs:
 * - `session`: sent immediately, and again shortly before expiry. `endsInMs` doesn't depend on synchronized clocks.
 * - `rights`: the permissions of the account changed; cached permission checks are stale.
 * - `lost`: the session was revoked or expired; the socket closes next.
 */
export const sessionEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('session'),
    /** ISO 8601. */
    endsAt: z.string(),
    endsInMs: z.number(),
    /** Until the session counts as ending. */
    endingInMs: z.number(),
    isEnding: z.boolean(),
  }),
  z.object({ kind: z.literal('rights') }),
  z.object({
    kind: z.literal('lost'),
    code: z.enum(['SessionEnded', 'NoPolicy']),
    message: z.string(),
    text: failureText,
  }),
])
export type SessionEvent = z.infer<typeof sessionEvent>

export const watchSession = socket({
  id: 'session.watch',
  path: '/ws/session',
  summary: 'Reports when the session expires, is revoked elsewhere, or the permissions of the account change.',
  message: sessionEvent,
})
