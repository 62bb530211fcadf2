import * as z from 'zod/mini'
import { failureText, type TextValue, textSchema } from './text.ts'

/**
 * Body of every error response. `parameters`: what `message` is filled with, so that a page can say it in another language.
 * `detailedMessage` is empty when there is nothing to add; `detail` is the same for a page in another language, where the words
 * aren't those of the storage server.
 */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), textSchema])),
  detailedMessage: z.string(),
  detail: failureText,
  requestId: z.string(),
  /** What the storage server calls the error, if it has refused the request and has another name for it. */
  storageCode: z.optional(z.string()),
  /** The storage server's number of the request that it has refused, which its own logs have. */
  storageRequestId: z.optional(z.string()),
})
export type ErrorBody = Omit<z.infer<typeof errorBody>, 'parameters'> & { parameters: ErrorDetails }

export type ErrorDetails = Record<string, TextValue>

/** Also what a page says whose session ended in another tab, with its cookie. Here, since pages have no list of the errors. */
export const SESSION_ENDED = 'Your session has ended. Sign in again to continue.'
