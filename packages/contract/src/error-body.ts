import * as z from 'zod/mini'
import { type TextValue, textSchema } from './text.ts'

/**
 * Body of every error response. `parameters`: what `message` is filled with, so that a page can say it in another language.
 * `detailedMessage` is empty when there is nothing to add.
 */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), textSchema])),
  detailedMessage: z.string(),
  requestId: z.string(),
})
export type ErrorBody = Omit<z.infer<typeof errorBody>, 'parameters'> & { parameters: ErrorDetails }

export type ErrorDetails = Record<string, TextValue>
