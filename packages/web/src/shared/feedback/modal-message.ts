import type { ApiError } from '../api/api-error.ts'

/** Shorter details add nothing to the message. */
const SHORTEST_DETAIL = 5

/** The text of a modal's snackbar: the detailed message if there is a real one (spec core-console 8). */
export function modalMessage(error: Pick<ApiError, 'message' | 'detailedMessage'>): string {
  return error.detailedMessage.length >= SHORTEST_DETAIL ? error.detailedMessage : error.message
}
