import {
  type AppError,
  declaredErrors,
  type ErrorCode,
  errorBody,
  type Route,
  type RouteBody,
  type RouteParams,
  type RouteQuery,
  type RouteResponse,
} from '@cooperage/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { requestSignal } from './request-signal.ts'
import type { AnySession } from './session/sealed-session.ts'
import type { Visit, Visits } from './session/visits.ts'

type ErrorPage = (reply: FastifyReply, error: AppError) => Promise<FastifyReply>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the contract's route. */
    routeId?: string
    /** The error codes that it declares; any other is logged as a bug. */
    errors?: readonly ErrorCode[]
    /** The body is a multipart form that the handler reads as a stream. */
    isForm?: boolean
    /** The body is bytes that the handler reads as a stream. */
    isStream?: boolean
    /** The response is a stream of bytes. */
    isBytes?: boolean
    /** The response is mostly signatures: compressing it costs more than it saves. */
    isIncompressible?: boolean
    /** Only visitors who have signed in get a response. */
    needsSession?: boolean
    /** Sends the failure to a browser. */
    errorPage?: ErrorPage
  }
}

/** What every handler gets: validated input, and the request. */
export interface OpenContext<T extends Route> {
  params: RouteParams<T>
  query: RouteQuery<T>
  body: RouteBody<T>
  request: FastifyRequest
  reply: FastifyReply
  /** Aborts when the client disconnects, and at the deadline. */
  signal: AbortSignal
}

/** The response, or the reply if the handler sent a stream. Without a declared response nothing is sent. */
type HandlerResult<T extends Route> = Promise<
  T['response'] extends undefined ? unknown : RouteResponse<T> | FastifyReply
>

interface RegisterOptions {
  /** The call processes an unknown number of items or transfers data: it has no overall deadline. */
  isLong?: boolean
  /** The response is mostly signatures: it isn't compressed. */
  isIncompressible?: boolean
  /** HEAD calls the handler too, which sends no body then. */
  acceptsHead?: boolean
  /** Sends failures to browsers, in place of the page that all calls have. */
  errorPage?: ErrorPage
}

/** Registers the contract's calls with Fastify: the only place that depends on both. */
export interface RouteRegistry<V extends object> {
  /** For calls without a session. */
  open<T extends Route>(
    route: T,
    handler: (context: OpenContext<T>) => HandlerResult<T>,
    options?: RegisterOptions,
  ): void
  /** For all other calls: without a session they fail with 401 before the body is read. */
  withSession<T extends Route>(
    route: T,
    handler: (context: OpenContext<T> & V) => HandlerResult<T>,
    options?: RegisterOptions,
  ): void
}

export function createRouteRegistry<S extends AnySession, Client extends object>(
  app: FastifyInstance,
  visits: Visits<S, Client>,
): RouteRegistry<Visit<S, Client>> {
  const sessions = new WeakMap<FastifyRequest, S>()
  return {
    open(route, handler, options = {}) {
      expectAuth(route, 'none')
      app.route({
        ...declaration(route, options),
        exposeHeadRoute: options.acceptsHead ?? false,
        handler: (request, reply) => finish(route, reply, handler(openContext(request, reply, options))),
      })
    },
    withSession(route, handler, options = {}) {
      expectAuth(route, 'session')
      app.route({
        ...declaration(route, options),
        onRequest: async (request) => {
          const session = await visits.sessionOf(request)
          request.session = session
          sessions.set(request, session)
        },
        handler: (request, reply) => {
          const context = openContext<typeof route>(request, reply, options)
          const session = sessions.get(request)
          if (session === undefined) throw new Error(`${route.id} was called without its session`)
          const client = visits.clientOf(session, context.signal, request)
          return finish(
            route,
            reply,
            handler({ ...context, session, ...client }).catch(async (error) => {
              throw await visits.explain(error, session, client)
            }),
          )
        },
      })
    },
  }
}

/** Names the security scheme of the OpenAPI document. */
export const SESSION_REQUIRED = [{ session: [] }]
/** Documents a response without JSON; byte streams are described in the summary. */
const NO_CONTENT = z.null()

function declaration(
  route: Route,
  { errorPage, isIncompressible = false }: RegisterOptions,
): Omit<RouteOptions, 'handler'> {
  const { params, query, body, response, refusal } = route
  const failure = refusal ? z.union([z.intersection(errorBody, refusal), errorBody]) : errorBody
  return {
    method: route.method,
    url: route.path,
    bodyLimit: route.bodyLimit,
    config: {
      routeId: route.id,
      errors: declaredErrors(route),
      isForm: route.form,
      isStream: route.stream,
      isBytes: route.bytes,
      isIncompressible,
      needsSession: route.auth === 'session',
      ...(errorPage && { errorPage }),
      audit: route.audit,
      secrets: route.secrets,
    },
    schema: {
      operationId: route.id,
      summary: route.summary,
      tags: [route.id.split('.')[0] ?? ''],
      ...(route.auth === 'session' && { security: SESSION_REQUIRED }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: {
        [route.status]: response ?? NO_CONTENT,
        '4xx': failure,
        '5xx': failure,
      },
    },
  }
}

function openContext<T extends Route>(
  request: FastifyRequest,
  reply: FastifyReply,
  options: RegisterOptions,
): OpenContext<T> {
  return {
    params: request.params as RouteParams<T>,
    query: request.query as RouteQuery<T>,
    body: request.body as RouteBody<T>,
    request,
    reply,
    signal: requestSignal(reply, options.isLong ?? false),
  }
}

async function finish(route: Route, reply: FastifyReply, result: Promise<unknown>): Promise<FastifyReply> {
  const value = await result
  if (value === reply || reply.sent) return reply
  reply.code(route.status)
  // Fastify would send a string without quotes.
  if (typeof value === 'string') return reply.type('application/json; charset=utf-8').send(JSON.stringify(value))
  return reply.send(route.response ? value : undefined)
}

function expectAuth(route: Route, auth: Route['auth']): void {
  if (route.auth !== auth) throw new Error(`${route.id} is declared with auth "${route.auth}"`)
}
