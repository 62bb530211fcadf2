import i18next from 'i18next'
import { plainName } from '../text/visible-name.ts'

/**
 * A call that did not succeed, in the words the user sees (spec core-console 8): `message` is the server's message, or
 * 'Error {status}', with its first letter capitalised; `detailedMessage` is empty when it would only repeat the message.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status, or undefined when no answer arrived. */
  readonly status: number | undefined
  /** Code of the contract's catalogue, or '' when the answer was not the console's. */
  readonly code: string
  readonly detailedMessage: string
  readonly requestId: string
  /** The answer as it came, for a call whose refusals say more than an error; an empty object when it was no JSON object. */
  readonly body: object

  constructor(answer: {
    status: number | undefined
    message: string
    code?: string
    detailedMessage?: string
    requestId?: string
    body?: object
    cause?: unknown
  }) {
    super(answer.message, { cause: answer.cause })
    this.status = answer.status
    this.code = answer.code ?? ''
    this.detailedMessage = answer.detailedMessage ?? ''
    this.requestId = answer.requestId ?? ''
    this.body = answer.body ?? {}
  }
}

/** No answer came: the console is down, or the network is. */
export function unreachable(cause: unknown): ApiError {
  return new ApiError({ status: undefined, message: i18next.t('unreachable'), cause })
}

/** Makes the error of an answer whose status is not a success. `text` is the body, which need not be ours or JSON. */
export function errorOfResponse(status: number, text: string): ApiError {
  const body = jsonObject(text)
  const message = capitalised(textOf(body, 'message') || `Error ${status}`)
  const detail = textOf(body, 'detailedMessage')
  return new ApiError({
    status,
    message,
    code: textOf(body, 'code'),
    detailedMessage: capitalised(detail) === message ? '' : detail,
    requestId: textOf(body, 'requestId'),
    body,
  })
}

const OUTAGES = new Set(['StorageUnreachable', 'StorageTimeout'])
/** Of a proxy before a console that is away. */
const GATEWAY = new Set([502, 503, 504])

/** Milliseconds between two attempts of a call while the storage server is unreachable. */
export const OUTAGE_RETRY_MS = 5000

/** Whether waiting helps: the storage behind the console does not answer (for now), or the console behind a proxy. */
export function isOutage(error: unknown): boolean {
  return isOfGateway(error) || (error instanceof ApiError && OUTAGES.has(error.code))
}

/** Whether the console itself did not answer: nobody did, or a proxy in its place. */
export function isAway(error: unknown): boolean {
  return isUnreachable(error) || isOfGateway(error)
}

function isOfGateway(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== '') return false
  return error.status !== undefined && GATEWAY.has(error.status)
}

const OF_THE_WHOLE = new Set(['NoSuchBucket', 'NoObjectLock', 'StorageFull'])

/** Whether what was said of one object is so for all: going on with the next would only meet it again. */
export function isOfTheWhole(error: ApiError): boolean {
  return isOutage(error) || isUnreachable(error) || isSignedOut(error) || OF_THE_WHOLE.has(error.code)
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === undefined
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function jsonObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // A proxy's error page, or nothing at all: the status is all there is to show.
    return {}
  }
}

function textOf(body: object, field: string): string {
  const value: unknown = Reflect.get(body, field)
  // It may quote a name that somebody else chose, whose characters must not reorder or hide the sentence.
  return typeof value === 'string' ? plainName(value) : ''
}
