import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/** Any schema of the contract. */
export type Schema = z.ZodMiniType

type Parsed<S> = S extends Schema ? z.infer<S> : undefined

/**
 * What the console's audit trail records, whatever the outcome: changes of how the storage server or the console is set up,
 * downloads of everything with its secrets, connections to another system to try its settings, and who signs in and out. `link`:
 * the password of a share link is entered, or the link is used.
 */
export type AuditKind = 'change' | 'export' | 'test' | 'sign-in' | 'sign-out' | 'link'

/**
 * One call of the console, declared once: the server registers it, the web app calls it, and the OpenAPI document and the
 * reference are generated from it. Paths use `:name` parameters and start with /api/v1 (spec core-console, section 7).
 */
export interface Route<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema | undefined = Schema | undefined,
> {
  /** Stable name, also the cache key of responses: `buckets.list`. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** One sentence for the API reference. */
  summary: string
  params: P
  query: Q
  /** JSON body, or undefined when the call has none (or sends a form or bytes, see `form` and `stream`). */
  body: B
  /** Body of the success response; undefined: none. */
  response: R
  /** Fields of an error response in addition to those of `errorBody`; undefined: none. */
  refusal: Schema | undefined
  /** Status of the success response. */
  status: 200 | 201 | 204
  /** `none`: needs no session. */
  auth: 'session' | 'none'
  /** The request body is a multipart form, read as a stream. */
  form: boolean
  /** The request body is `application/octet-stream`, read as a stream. */
  stream: boolean
  /** The response is a stream of bytes, not JSON. */
  bytes: boolean
  /** What the call is in the console's audit trail. */
  audit: AuditKind | 'none'
  /** Fields of the body whose values are secrets although their names don't say so; see `redacted` of the server. */
  secrets: readonly string[]
  /** Maximum size of the JSON body in bytes; checked against Content-Length before reading. */
  bodyLimit: number
  /** Errors of this call in addition to the common ones; see `declaredErrors`. */
  errors: readonly ErrorCode[]
}

/** Default maximum size of a JSON body, in bytes. */
export const JSON_BODY_LIMIT = 2 * 1024 * 1024
/** Maximum size of a JSON body before sign-in, in bytes. */
export const LOGIN_BODY_LIMIT = 64 * 1024

type Declared<P, Q, B, R> = Pick<Route, 'summary'> &
  Partial<
    Pick<
      Route,
      'refusal' | 'status' | 'auth' | 'form' | 'stream' | 'bytes' | 'audit' | 'secrets' | 'bodyLimit' | 'errors'
    >
  > & {
    params?: P
    query?: Q
    body?: B
    response?: R
  }

/**
 * Declares a call by its id, and its method with its path. Defaults: needs a session, no body, status 200 (204 without a response
 * body), and a change in the audit trail unless it is a GET or needs no session. A page only has those that it names.
 */
// @__NO_SIDE_EFFECTS__
export function route<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(id: string, call: `${Route['method']} /${string}`, declared: Declared<P, Q, B, R>): Route<P, Q, B, R> {
  const [method, path] = call.split(' ') as [Route['method'], string]
  return {
    id,
    method,
    path,
    status: declared.response || declared.bytes ? 200 : 204,
    auth: 'session',
    form: false,
    stream: false,
    bytes: false,
    audit: method === 'GET' || declared.auth === 'none' ? 'none' : 'change',
    secrets: [],
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
