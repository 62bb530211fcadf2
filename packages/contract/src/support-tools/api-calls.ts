/** Which S3 calls load the storage server now: counted over a few seconds. */
import * as z from 'zod/mini'
import { socket } from '../socket.ts'

/** How long calls may be counted. */
export const API_CALL_SECONDS = [5, 10, 30, 60] as const

/** After so many calls it ends early. */
export const MAX_OBSERVED_CALLS = 100_000
/** Calls with other names are only part of the total. */
export const MAX_OBSERVED_APIS = 200

const apiCalls = z.object({
  /** `PutObject`. */
  api: z.string(),
  calls: z.number(),
  /** Responses with a status from 400 to 499, and from 500. */
  clientErrors: z.number(),
  serverErrors: z.number(),
  /** Bytes that the server received and sent. */
  received: z.number(),
  sent: z.number(),
  /** Milliseconds: of all calls together, and of the longest one. */
  totalMs: z.number(),
  longestMs: z.number(),
})
export type ApiCalls = z.infer<typeof apiCalls>

const message = z.object({
  /** How long calls have been counted. */
  seconds: z.number(),
  /** Whether this is the last message. */
  isEnded: z.boolean(),
  /** Whether it ended early, after MAX_OBSERVED_CALLS. */
  isCut: z.boolean(),
  /** All calls. */
  total: z.number(),
  /** The most frequent first. */
  calls: z.array(apiCalls),
})
export type ObservedCalls = z.infer<typeof message>

export const observeApiCalls = socket({
  id: 'supportTools.apiCalls',
  path: '/ws/api-calls',
  summary: 'Counts the S3 calls of all nodes for some seconds by their operation, and sends the counts each second.',
  query: z.strictObject({ seconds: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(60)), 10) }),
  message,
})
