import { deleteObjects, deletionOutcome, type RouteResponse } from '@cooperage/contract'
import { ApiError } from '../shared/api/api-error.ts'
import { type CallInput, call } from '../shared/api/call.ts'

/**
 * Deletes a selection, or a part of it. If everything was denied, the response is an error that lists each object; here that is
 * an outcome like any other.
 * @throws ApiError if the call failed as a whole
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
