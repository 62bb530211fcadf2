import { errorBody, sentence, type Text } from '@cooperage/contract'
import * as z from 'zod/mini'
import { translate } from '../../messages/use-texts.ts'
import { plainName } from '../text/visible-name.ts'

/**
 * A failed call, in the words that the user sees (spec core-console 8): `message` is the server's message, or 'Error {status}',
 * with its first letter capitalized, or about the limit of a proxy; `detailedMessage` is empty if it would only repeat the message.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status, or undefined if there was no response. */
  readonly status: number | undefined
  /** Code of the contract's catalog, or '' if the response wasn't the console's. */
  readonly code: string
  readonly detailedMessage: string
  readonly requestId: string
  /** The raw response, for calls whose errors have more fields; an empty object if it wasn't a JSON object. */
  readonly body: object

  constructor(response: {
    status: number | undefined
    /** A function is called whenever it's read: the language of the page can have changed since. */
    message: string | (() => string)
    code?: string
    detailedMessage?: string | (() => string)
    requestId?: string
    body?: object
    cause?: unknown
  }) {
    const { message } = response
    super(typeof message === 'string' ? message : '', { cause: response.cause })
    if (typeof message === 'function') Object.defineProperty(this, 'message', { get: message })
    this.status = response.status
    this.code = response.code ?? ''
    const { detailedMessage = '' } = response
    this.detailedMessage = typeof detailedMessage === 'string' ? detailedMessage : ''
    if (typeof detailedMessage === 'function') Object.defineProperty(this, 'detailedMessage', { get: detailedMessage })
    this.requestId = response.requestId ?? ''
    this.body = response.body ?? {}
  }
}

/** Whether a response had begun well, and its content ended early or is damaged. */
export function isBrokenOff(error: Error): boolean {
  return error instanceof ApiError && error.status !== undefined && error.status < 300
}

/** No response: the console is down, or the network is. */
export function unreachable(cause: unknown): ApiError {
  return new ApiError({ status: undefined, message: () => translate('shared:unreachable'), cause })
}

/** What each proxy responds to a request that is too large for it: its header `Server`, a line break, and the body. */
const LIMITING = {
  nginx: /\n.*(nginx|openresty)/is,
  caddy: /^caddy\n$/i,
  apache: /^apache/i,
  traefik: /^\nRequest Entity Too Large\s*$/,
}

type LimitingProxy = keyof typeof LIMITING

/** Which setting of which proxy refused a request for its size; of all known ones if it can't be said. */
function proxyLimit(server: string, text: string): string {
  const proxies = Object.keys(LIMITING) as LimitingProxy[]
  const known = proxies.find((proxy) => LIMITING[proxy].test(`${server}\n${text}`))
  return translate('shared:proxyLimit', { setting: translate(`shared:proxySettings.${known ?? 'any'}`) })
}

/**
 * The error of an unsuccessful response. `text` is the body, which may be neither ours nor JSON, and `server` the header `Server`,
 * which only proxies send.
 */
export function errorOfResponse(status: number, text: string, server: string | null = null): ApiError {
  const body = jsonObject(text)
  const code = textOf(body, 'code')
  const isOfProxy = status === 413 && code === ''
  const message = () =>
    isOfProxy ? proxyLimit(server ?? '', text) : capitalised(messageOf(body, code) || `Error ${status}`)
  const detailedMessage = () => {
    const detail = detailOf(body)
    return capitalised(detail) === message() ? '' : detail
  }
  return new ApiError({
    status,
    message,
    code,
    detailedMessage,
    requestId: textOf(body, 'requestId'),
    body,
  })
}

const OUTAGES = new Set([
  'StorageUnreachable',
  'StorageTimeout',
  'TenantUnreachable',
  'ClusterUnreachable',
  'ClusterTimeout',
])
/** Statuses of a proxy in front of a console that is down. */
const GATEWAY = new Set([502, 503, 504])

/** Milliseconds between two attempts of a call while the storage server is unreachable. */
export const OUTAGE_RETRY_MS = 5000

/** Whether waiting helps: the storage server doesn't respond (for now), or a proxy can't reach the console. */
export function isOutage(error: unknown): boolean {
  return isOfGateway(error) || (error instanceof ApiError && OUTAGES.has(error.code))
}

/** Whether the console itself did not respond, or a proxy responded in its place. */
export function isConsoleDown(error: unknown): boolean {
  return isUnreachable(error) || isOfGateway(error)
}

function isOfGateway(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== '') return false
  return error.status !== undefined && GATEWAY.has(error.status)
}

const OF_THE_WHOLE = new Set(['NoSuchBucket', 'NoObjectLock', 'StorageFull'])

/** Whether an error of one object applies to all: continuing with the next one would only repeat it. */
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

/** The message in the language of the page, by the code and the parameters. */
function messageOf(body: object, code: string): string {
  const text = textOf(body, 'message')
  const { success, data } = z.safeParse(errorBody, body)
  return success ? plainName(sentence({ key: `error:${code}`, values: data.parameters, text })) : text
}

/** What the response adds to the message, in the language of the page where the words are ours. */
function detailOf(body: object): string {
  const text = textOf(body, 'detailedMessage')
  const { success, data } = z.safeParse(errorBody, body)
  return success && data.detail ? plainName(sentence(data.detail)) : text
}

/** Why one of many things in a response failed, in the language of the page. */
export function failureReason({ message, text }: { message: string; text?: Text | undefined }): string {
  return plainName(sentence(text) ?? message)
}

function jsonObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // A proxy's error page, or nothing at all: only the status is known.
    return {}
  }
}

function textOf(body: object, field: string): string {
  const value: unknown = Reflect.get(body, field)
  // It may quote a name that someone else chose, whose characters must not reorder or hide the sentence.
  return typeof value === 'string' ? plainName(value) : ''
}
