import { getSession } from '@cooperage/contract'
import { type ApiError, errorOfResponse, isOutage, isSignedOut, unreachable } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { reported } from '../shared/api/failures.ts'
import type { SendFailure } from './upload-queue.ts'

/** Why a request failed that got this response. */
export function refusedBy(request: XMLHttpRequest): ApiError {
  return reported(errorOfResponse(request.status, request.responseText))
}

export function failureOf(error: ApiError): SendFailure {
  const { message, code, status } = error
  if (status === undefined || isSignedOut(error)) return { kind: 'away', message }
  if (!isOutage(error)) return { kind: 'refused', message }
  return { kind: code === 'StorageUnreachable' ? 'outage' : 'uncertain', message }
}

/** An interrupted upload need not mean that the console is down, so it is pinged; the global handler acts if it is. */
export function interruption(): Promise<SendFailure> {
  return call(getSession, {}).then(
    () => ({ kind: 'uncertain', message: unreachable(undefined).message }),
    (error: ApiError) => failureOf(error),
  )
}
