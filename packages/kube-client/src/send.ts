import type { Dispatcher } from 'undici'
import type { KubeEndpoint } from './endpoint.ts'
import { type DeniedRight, exchangeFailure, KubeError, refusal, type StatusDocument } from './kube-error.ts'

/** How long a call may take, so that the console responds within 10 s. */
export const DEADLINE_MS = 9_000
/** 500 objects of the maximum size that Kubernetes stores would be larger, but no real page is. */
const MAX_DOCUMENT_BYTES = 128 << 20

/** What every call needs. */
export interface Caller {
  endpoint: KubeEndpoint
  token: string
  signal?: AbortSignal
  /** How long a call may take; default `DEADLINE_MS`. */
  deadlineMs?: number
  onWarning?: (text: string) => void
}

export interface KubeRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the server's URL, escaped. */
  path: string
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  contentType?: string
  /** The permission that the call needs, for the error when the user lacks it. */
  right?: DeniedRight
  /** The response is a stream: only its headers have a deadline. */
  isStream?: boolean
}

/**
 * Sends one request and returns the response, body unread, if it is a success. A GET whose pooled connection was closed by the
 * server is sent again.
 * @throws KubeError
 */
export async function send(
  caller: Caller,
  request: KubeRequest,
  signal?: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  try {
    return await attempt(caller, request, signal)
  } catch (error) {
    const isConnectionLost =
      error instanceof KubeError &&
      error.code === 'Unreachable' &&
      error.cause instanceof Error &&
      error.cause.name === 'SocketError'
    if (!isConnectionLost || request.method !== 'GET') throw error
    return await attempt(caller, request, signal)
  }
}

async function attempt(
  { endpoint, token, deadlineMs = DEADLINE_MS, onWarning }: Caller,
  request: KubeRequest,
  signal: AbortSignal | undefined,
): Promise<Dispatcher.ResponseData> {
  // A header can't hold other characters, and no token has them.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new KubeError('Unauthorized', 'Unauthorized', { status: 401 })
  let response: Dispatcher.ResponseData
  try {
    response = await endpoint.request({
      method: request.method,
      path: pathAndQuery(endpoint.url, request),
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, */*',
        ...(request.body !== undefined && { 'content-type': request.contentType ?? 'application/json' }),
      },
      body: request.body === undefined ? null : JSON.stringify(request.body),
      headersTimeout: deadlineMs,
      // A watch receives bookmarks; the log of a quiet pod may stay silent for any length of time.
      bodyTimeout: request.isStream ? 0 : deadlineMs,
      ...(signal && { signal }),
    })
  } catch (error) {
    throw exchangeFailure(error, signal)
  }
  if (response.statusCode < 300) {
    for (const warning of warningsOf(response)) onWarning?.(warning)
    return response
  }
  throw await readRefusal(response, request.right, signal)
}

/** Like `send`, for responses that are a JSON document, with a deadline for the whole response. */
export async function sendForJson<T>(caller: Caller, request: KubeRequest): Promise<T> {
  const text = await sendForText(caller, request)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new KubeError('Unreadable', 'The Kubernetes API server sent a document that cannot be read', { cause: error })
  }
}

/** Like `send`, for text responses of limited length, with a deadline for the whole response. */
export async function sendForText(caller: Caller, request: KubeRequest): Promise<string> {
  const deadline = AbortSignal.timeout(caller.deadlineMs ?? DEADLINE_MS)
  const signal = caller.signal === undefined ? deadline : AbortSignal.any([caller.signal, deadline])
  const { body } = await send(caller, request, signal)
  try {
    return await readText(body, MAX_DOCUMENT_BYTES)
  } catch (error) {
    throw exchangeFailure(error, signal)
  }
}

async function readText(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) throw new KubeError('Unreadable', 'The response of the Kubernetes API server is too large')
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A refused patch has the whole object in its message. */
const MAX_ERROR_BYTES = 4 << 20

async function readRefusal(
  response: Dispatcher.ResponseData,
  right: DeniedRight | undefined,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  try {
    const text = await readText(response.body, MAX_ERROR_BYTES)
    return refusal(response.statusCode, statusDocument(text), right)
  } catch (error) {
    return exchangeFailure(error, signal)
  }
}

/** Undefined if the response isn't from the API server but, for example, from a proxy. */
function statusDocument(text: string): StatusDocument | undefined {
  try {
    const document: unknown = JSON.parse(text)
    return typeof document === 'object' && document !== null ? document : undefined
  } catch {
    return undefined
  }
}

function pathAndQuery(server: URL, { path, query }: KubeRequest): string {
  const parameters = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  // The URL may have a path, for example with Rancher and other proxies.
  const base = server.pathname.replace(/\/+$/, '')
  return `${base}${path}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`
}

/** Texts of the headers `Warning: 299 - "unknown field \"spec.log\""`, of which the server sends one for each warning. */
function warningsOf({ headers }: Dispatcher.ResponseData): string[] {
  return [headers.warning ?? []]
    .flat()
    .flatMap((header) =>
      [...header.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text.replace(/\\(.)/g, '$1')),
    )
}
