import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/** Any schema of the contract. */
export type Schema = z.ZodMiniType

type Parsed<S> = S extends Schema ? z.infer<S> : undefined

/**
 * One call of the console, declared once: the server registers it, the web calls it, OpenAPI and the reference are made
 * from it. Paths are written with `:name` parameters and begin with /api/v1 (spec core-console, section 7).
 */
export interface Route<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema | undefined = Schema | undefined,
> {
  /** Stable name, also the key of cached answers: `buckets.list`. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** One sentence for the API reference. */
  summary: string
  params: P
  query: Q
  /** JSON body, or undefined when the call has none (or carries a form, see `form`). */
  body: B
  /** Body of the success answer; undefined: none. */
  response: R
  /** What an error answer may have beside the fields of `errorBody`; undefined: nothing. */
  refusal: Schema | undefined
  /** Status of the success answer. */
  status: 200 | 201 | 204
  /** `none`: answered without a session. */
  auth: 'session' | 'none'
  /** The request body is a multipart form that is read as a stream. */
  form: boolean
  /** The answer is a stream of bytes, not JSON. */
  bytes: boolean
  /** Changes how the storage or the console is set up: each such call, allowed or refused, goes into the audit trail. */
  administrative: boolean
  /** Bytes of JSON body accepted; refused by Content-Length before reading. */
  bodyLimit: number
  /** What this call may answer with besides the errors of every call; see `declaredErrors`. */
  errors: readonly ErrorCode[]
}

/** Bytes of JSON accepted by calls that name no limit of their own. */
export const JSON_BODY_LIMIT = 2 * 1024 * 1024
/** Bytes of JSON accepted before sign-in. */
export const LOGIN_BODY_LIMIT = 64 * 1024

type Declared<P, Q, B, R> = Pick<Route, 'id' | 'method' | 'path' | 'summary'> &
  Partial<Pick<Route, 'refusal' | 'status' | 'auth' | 'form' | 'bytes' | 'administrative' | 'bodyLimit' | 'errors'>> & {
    params?: P
    query?: Q
    body?: B
    response?: R
  }

/**
 * Declares a call. Defaults: a session is needed, no body, 200 (204 when there is nothing to answer), and administrative is
 * whatever is not a GET.
 */
export function route<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(declared: Declared<P, Q, B, R>): Route<P, Q, B, R> {
  return {
    status: declared.response || declared.bytes ? 200 : 204,
    auth: 'session',
    form: false,
    bytes: false,
    administrative: declared.method !== 'GET' && declared.auth !== 'none',
    bodyLimit: JSON_BODY_LIMIT,
    errors: [],
    refusal: undefined,
    ...declared,
    params: declared.params as P,
    query: declared.query as Q,
    body: declared.body as B,
    response: declared.response as R,
  }
}

export type RouteParams<T extends Route> = Parsed<T['params']>
export type RouteQuery<T extends Route> = Parsed<T['query']>
export type RouteBody<T extends Route> = Parsed<T['body']>
export type RouteResponse<T extends Route> = Parsed<T['response']>
