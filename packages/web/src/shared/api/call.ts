import type { Route, RouteResponse, Schema } from '@cooperage/contract'
import type * as z from 'zod/mini'
import { basePath } from '../../navigation/base-path.ts'
import { addressOf } from './address.ts'
import { errorOfResponse, unreachable } from './api-error.ts'
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

/** What a call takes: exactly the parts that its declaration has, with defaults left out where one likes. */
export type CallInput<R extends Route> = Part<
  R['params'],
  'params',
  R['params'] extends Schema ? z.input<R['params']> : never
> &
  Part<R['query'], 'query', R['query'] extends Schema ? QueryInput<R['query']> : never> &
  Part<R['body'], 'body', R['body'] extends Schema ? z.input<R['body']> : never>

/** The same seen without its types, for the code that only moves it. */
export interface AnyInput {
  params?: object
  query?: object
  body?: unknown
}

/** The address of a call, below the base path; also for downloads, which the browser fetches itself. */
export function callUrl<R extends Route>(route: R, input: CallInput<R>): string {
  return urlOf(route, input as AnyInput)
}

/**
 * Makes one call of the contract. Answers are not parsed against their schema, which the console's server has done, but what
 * they leave out is filled in.
 * @throws ApiError for every answer but a success, and when no answer came; the abort reason when `signal` is aborted.
 */
export async function call<R extends Route>(
  route: R,
  input: CallInput<R>,
  signal?: AbortSignal,
): Promise<RouteResponse<R>> {
  const { body } = input as AnyInput
  let status: number
  let text: string
  try {
    const response = await fetch(urlOf(route, input as AnyInput), {
      method: route.method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    })
    status = response.status
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw reported(unreachable(error))
  }
  if (status < 200 || status >= 300) {
    const error = errorOfResponse(status, text)
    // What needs no session says nothing about one: a refused password is no lost session.
    throw route.auth === 'none' ? error : reported(error)
  }
  return completeResponse(route, text === '' ? undefined : JSON.parse(text))
}

function urlOf(route: Route, { params = {}, query = {} }: AnyInput): string {
  return basePath() + addressOf(route.path, params, query).slice(1)
}
