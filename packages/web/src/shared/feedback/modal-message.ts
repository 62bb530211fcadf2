import type { ApiError } from '../api/api-error.ts'

/** Details shorter than this say nothing that the message does not. */
const SHORTEST_DETAIL = 5

/** What a modal's snackbar says: the detailed text where there is a real one (spec core-console 8). */
export function modalMessage(error: Pick<ApiError, 'message' | 'detailedMessage'>): string {
  return error.detailedMessage.length >= SHORTEST_DETAIL ? error.detailedMessage : error.message
}
