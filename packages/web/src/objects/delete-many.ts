import { deleteObjects, deletionOutcome, type RouteResponse } from '@cooperage/contract'
import { ApiError } from '../shared/api/api-error.ts'
import { type CallInput, call } from '../shared/api/call.ts'

/**
 * Deletes a selection, or a part of it. Where everything was refused the answer is an error that lists each object; that
 * is an outcome like any other here.
 * @throws ApiError for a call that failed as a whole
 */
export async function deleteMany(
  input: CallInput<typeof deleteObjects>,
  signal?: AbortSignal,
): Promise<RouteResponse<typeof deleteObjects>> {
  try {
    return await call(deleteObjects, input, signal)
  } catch (error) {
    const refused = deletionOutcome.safeParse(error instanceof ApiError ? error.body : undefined)
    if (!refused.success) throw error
    return refused.data
  }
}
