import { errorBody, getSession, uploadOutcome } from '@cooperage/contract'
import {
  ApiError,
  errorOfResponse,
  failureReason,
  isOutage,
  isSignedOut,
  unreachable,
} from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { reported } from '../shared/api/failures.ts'
import type { SendFailure, Upload } from './upload-queue.ts'

/** Why a request failed that got this response. */
export function refusedBy(request: XMLHttpRequest): ApiError {
  return reported(errorOfResponse(request.status, request.responseText, request.getResponseHeader('server')))
}

/** A server that fails once need not fail again; other responses would be the same the next time. */
const PASSING = new Set([429, 500, 502, 503, 504])

function kindOf(status: number): SendFailure['kind'] {
  return PASSING.has(status) ? 'passing' : 'refused'
}

export function failureOf(error: ApiError): SendFailure {
  const { message, code, status } = error
  if (status === undefined || isSignedOut(error)) return { kind: 'away', message, error }
  if (!isOutage(error)) return { kind: kindOf(status), message, error }
  return { kind: code === 'StorageUnreachable' ? 'outage' : 'uncertain', message, error }
}

/** An interrupted upload need not mean that the console is down, so it is pinged; the global handler acts if it is. */
export function interruption(): Promise<SendFailure> {
  return call(getSession, {}).then(
    () => ({ kind: 'uncertain', message: unreachable(undefined).message }),
    (error: ApiError) => failureOf(error),
  )
}

/** The failure of one file of a form, of which the response explains the first. */
function errorOfFile(
  { status, code }: { status: number; code: string },
  message: string,
  key: string,
  { bucket }: Upload,
  { body, requestId, code: first }: ApiError,
): ApiError {
  const { success, data } = errorBody.safeParse(body)
  const own = success && code === first && { ...data, parameters: { ...data.parameters, resource: `${bucket}/${key}` } }
  return new ApiError({ status, code, message, requestId, ...(own && { body: own }) })
}

/** The failed ones of files whose form was refused; undefined if the response doesn't say that the others are stored. */
export function failuresOfFiles(files: readonly Upload[], whole: ApiError): Map<Upload, SendFailure> | undefined {
  const outcome = uploadOutcome.safeParse(whole.body)
  if (!outcome.success) return undefined
  const stored = new Set(outcome.data.stored.map(({ name }) => name))
  const failed = new Map(outcome.data.failed.map((failure) => [failure.name, failure]))
  const failures = new Map<Upload, SendFailure>()
  for (const file of files) {
    const key = file.prefix + file.name
    const failure = failed.get(key)
    if (failure === undefined) {
      if (!stored.has(key)) return undefined
    } else {
      const message = failureReason(failure)
      failures.set(file, {
        kind: kindOf(failure.status),
        message,
        error: errorOfFile(failure, message, key, file, whole),
      })
    }
  }
  return failures
}
