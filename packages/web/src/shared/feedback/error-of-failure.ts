import type { Text } from '@cooperage/contract'
import { ApiError, failureReason } from '../api/api-error.ts'

export interface Failure {
  message: string
  text?: Text | undefined
  /** Absent if it isn't known, or wasn't a request to the storage server. */
  storageRequestId?: string | undefined
}

/**
 * One of many failures as an error that can be explained. Its code and what it was about are in its text, which is absent where
 * the words are those of the storage server.
 */
export function errorOfFailure(failure: Failure): ApiError {
  const { text, storageRequestId } = failure
  const code = /^error:(\w+)$/.exec(text?.key ?? '')?.[1] ?? ''
  const rest = { message: failure.message, parameters: text?.values ?? {}, detailedMessage: '', requestId: '' }
  return new ApiError({
    // Of a response, but of which isn't known; without one, the console would be down.
    status: 0,
    message: () => failureReason(failure),
    code,
    body: { code, ...rest, ...(storageRequestId !== undefined && { storageRequestId }) },
  })
}
