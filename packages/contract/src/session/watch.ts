import * as z from 'zod/mini'
import { socket } from '../socket.ts'

/** So long before its end a session counts as ending, and the page offers to sign in again. */
export const SESSION_ENDING_MS = 10 * 60_000

/**
 * What a tab hears of its session, without asking:
 * - `session`, at once and again when the end comes near. `endsInMs` needs no clocks that agree.
 * - `rights`: what the account may do has changed; what was asked about it is to be asked again.
 * - `lost`: the session is over before its time, or in time; the socket closes behind it.
 */
export const sessionEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('session'),
    /** ISO 8601. */
    endsAt: z.string(),
    endsInMs: z.number(),
    isEnding: z.boolean(),
  }),
  z.object({ kind: z.literal('rights') }),
  z.object({ kind: z.literal('lost'), code: z.enum(['SessionEnded', 'NoPolicy']), message: z.string() }),
])
export type SessionEvent = z.infer<typeof sessionEvent>

export const watchSession = socket({
  id: 'session.watch',
  path: '/ws/session',
  summary: 'Reports when the session expires, is revoked elsewhere, or the permissions of the account change.',
  message: sessionEvent,
})
