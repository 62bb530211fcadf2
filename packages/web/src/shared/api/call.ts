import type { ErrorCode, Route, RouteResponse, Schema } from '@cooperage/contract'
import type * as z from 'zod/mini'
import { translate } from '../../messages/use-texts.ts'
import { basePath } from '../../navigation/base-path.ts'
import { addressOf } from './address.ts'
import { ApiError, errorOfResponse, unreachable } from './api-error.ts'
import { completeResponse } from './complete-response.ts'
import { reported } from './failures.ts'

type QueryInput<S extends Schema> = {
  [K in keyof z.input<S>]: K extends keyof z.output<S> ? z.output<S>[K] : never
}
type Part<S, Name extends string, Input> = S extends Schema
  ? Record<never, never> extends Input
    ? { [K in Name]?: Input }
    : { [K in Name]: Input }
  : unknown

/** The input of a call: exactly the parts that it declares; defaults are optional. */
export type CallInput<R extends Route> = Part<
  R['params'],
  'params',
  R['params'] extends Schema ? z.input<R['params']> : never
> &
  Part<R['query'], 'query', R['query'] extends Schema ? QueryInput<R['query']> : never> &
  Part<R['body'], 'body', R['body'] extends Schema ? z.input<R['body']> : never>

/** The same without its types, for code that only passes it on. */
interface AnyInput {
  params?: object
  query?: object
  body?: unknown
}

/** The address of a call, below the base path; also for downloads, which the browser requests itself. */
export function callUrl<R extends Route>(route: R, input: CallInput<R>): string {
  return urlOf(route, input as AnyInput)
}

/**
 * Makes one call of the contract. Responses aren't validated, since the console's server has done that, but missing values are
 * filled in.
 * @throws ApiError for an unsuccessful response, and without a response; the abort reason if `signal` is aborted.
 */
export async function call<R extends Route>(
  route: R,
  input: CallInput<R>,
  signal?: AbortSignal,
): Promise<RouteResponse<R>> {
  return await responseTo(route, input as AnyInput, jsonOf((input as AnyInput).body), signal)
}

function jsonOf(body: unknown): Sent {
  if (body === undefined) return { headers: {}, body: null }
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/**
 * Makes a call of the console at another base path, of one of several storage servers. Its errors say nothing about this page's
 * session.
 * @param form of a call that is declared with one
 * @throws like {@link call}
 */
export async function callAt<R extends Route>(
  base: string,
  route: R,
  input: CallInput<R>,
  signal: AbortSignal,
  form?: FormData,
): Promise<RouteResponse<R>> {
  const { params = {}, query = {}, body } = input as AnyInput
  const sent = form ? { body: form } : jsonOf(body)
  let response: Response
  let text: string
  try {
    const url = base + addressOf(route.path, params, query).slice(1)
    response = await fetch(url, { method: route.method, credentials: 'same-origin', ...sent, signal })
    text = await response.text()
  } catch (error) {
    if (signal.aborted) throw error
    throw unreachable(error)
  }
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  if (response.status === 204) return completeResponse(route, undefined)
  // A proxy may have a page of its own for it, with any status.
  if (!response.ok || !isJson) throw errorOfResponse(response.status, text, response.headers.get('server'))
  return completeResponse(route, JSON.parse(text))
}

/** Makes a call that is declared with a form. @throws like {@link call} */
export async function callWithForm<R extends Route>(
  route: R,
  input: CallInput<R>,
  form: FormData,
  signal?: AbortSignal,
): Promise<RouteResponse<R>> {
  return await responseTo(route, input as AnyInput, { headers: {}, body: form }, signal)
}

/**
 * The bytes that a call returns, for calls whose refusal the page shows. The browser holds them until they are complete, so
 * the console limits how many they are. With `length` only the first so many, of a call that supports it.
 * @throws like {@link call}; an ApiError (`isBrokenOff`) if the content breaks off
 */
export async function callForBytes<R extends Route>(
  route: R,
  input: CallInput<R>,
  signal?: AbortSignal,
  length?: number,
): Promise<Blob> {
  const sent = jsonOf((input as AnyInput).body)
  if (length !== undefined) sent.headers = { range: `bytes=0-${length - 1}` }
  return await exchange(route, input as AnyInput, sent, readBlob, signal)
}

/**
 * A part of the bytes that a call returns, from `start` up to, but not including, `end`. Never more, whatever the response
 * contains: one that is compressed may be much longer than it declares. @throws like {@link call}
 */
export async function callForRange<R extends Route>(
  route: R,
  input: CallInput<R>,
  { start, end }: { start: number; end: number },
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const sent: Sent = { headers: { range: `bytes=${start}-${end - 1}` }, body: null }
  return await exchange(route, input as AnyInput, sent, (response) => firstBytes(response, end - start), signal)
}

/**
 * The bytes that a call returns, without the encoding of the response; at most so many. @throws like {@link call}; an
 * {@link ApiError} with the response's status if the content breaks off or isn't encoded as it says
 */
export async function callForDecoded<R extends Route>(
  route: R,
  input: CallInput<R>,
  limit: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const sent: Sent = { headers: {}, body: null }
  return await exchange(route, input as AnyInput, sent, (response) => firstBytes(response, limit), signal)
}

/** What has arrived can break off, which says nothing about the console. */
async function readBlob(response: Response): Promise<Blob> {
  return await response.blob().catch((cause: unknown) => {
    throw new ApiError({ status: response.status, message: translate('shared:brokenOff'), cause })
  })
}

/** What has arrived can break off, or not be encoded as the response says: that says nothing about the console. */
async function firstBytes({ status, body }: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const reader = body?.getReader()
  while (reader && length < limit) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new ApiError({ status, message: translate('shared:brokenOff'), cause })
    })
    if (done) break
    pieces.push(value.subarray(0, limit - length))
    length += Math.min(value.length, limit - length)
  }
  await reader?.cancel()
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

type Sent = Pick<RequestInit, 'headers' | 'body'>

async function responseTo<R extends Route>(
  route: R,
  input: AnyInput,
  sent: Sent,
  signal: AbortSignal | undefined,
): Promise<RouteResponse<R>> {
  const text = await exchange(route, input, sent, (response) => response.text(), signal)
  return completeResponse(route, text === '' ? undefined : JSON.parse(text))
}

async function exchange<T>(
  route: Route,
  input: AnyInput,
  sent: Sent,
  read: (response: Response) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  let status: number
  let text: string
  let server: string | null
  try {
    const response = await fetch(urlOf(route, input), {
      method: route.method,
      credentials: 'same-origin',
      ...sent,
      signal: signal ?? null,
    })
    if (response.ok) return await read(response)
    status = response.status
    text = await response.text()
    server = response.headers.get('server')
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error
    throw reported(unreachable(error))
  }
  const error = errorOfResponse(status, text, server)
  // A call without a session says nothing about one: a rejected password is not an ended session.
  throw route.auth === 'none' ? error : reported(error)
}

function urlOf(route: Route, { params = {}, query = {} }: AnyInput): string {
  return basePath() + addressOf(route.path, params, query).slice(1)
}

/** Waits for a deletion; what is gone already counts as deleted. */
export async function unlessGone(goneCode: ErrorCode, deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== goneCode) throw error
  }
}
