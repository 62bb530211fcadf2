import {
  AppError,
  declaredErrors,
  droppedMessage,
  type ErrorCode,
  EVENT_STREAM_CLOSE,
  errorBody,
  SOCKET_CLOSE,
  SOCKET_FRAME_LIMIT,
  type Socket,
  type SocketParams,
  type SocketQuery,
} from '@cooperage/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import { type AuditOutcome, type AuditTrail, noteForAudit, outcomeOf } from '../audit-trail.ts'
import { knownError } from '../error-responses.ts'
import { SESSION_REQUIRED } from '../register-route.ts'
import type { AnySession } from '../session/sealed-session.ts'
import type { Visit, Visits } from '../session/visits.ts'
import { eventStream } from './event-stream.ts'
import { type LiveConnection, socketConnection } from './live-connection.ts'
import type { LiveView } from './live-view.ts'
import { type Delivery, sendMessages } from './send-messages.ts'
import type { SocketLimiter } from './socket-limiter.ts'
import { handleUpgrades, upgradeOf } from './upgrades.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A live view, over a WebSocket or as events. */
    isLive?: boolean
  }
}

/** Errors after which the visitor has to sign in again. */
const SESSION_OVER = new Set<ErrorCode>(['SessionEnded', 'NotLoggedIn', 'NoPolicy'])
/** How long a view may continue after its session has ended, to send final messages. */
const FINAL_MESSAGES_MS = 1_000

/** Serves the contract's live views, over WebSockets and over event streams: the one adapter for all of them. */
export interface SocketRegistry<V extends object> {
  /** Rejected before the handshake without a session, from another origin, and above the limit per session. */
  withSession<T extends Socket>(declared: T, view: LiveView<T, V>): void
}

/** The parts of a console that live views need. */
export interface SocketFrame {
  app: FastifyInstance
  socketLimiter: SocketLimiter
  auditTrail: AuditTrail
  /** Aborts when the console that listens stops: live views have to end first, because it waits for its connections. */
  stopping: AbortSignal
}

export function createSocketRegistry<S extends AnySession, Client extends object>(
  { app, socketLimiter: limiter, auditTrail, stopping }: SocketFrame,
  visits: Visits<S, Client>,
): SocketRegistry<Visit<S, Client>> {
  const frame = { visits, limiter, auditTrail }
  const sessions = new WeakMap<FastifyRequest, S>()
  const signIn = async (request: FastifyRequest) => {
    const session = await visits.sessionOf(request)
    request.session = session
    sessions.set(request, session)
  }
  handleUpgrades(app)
  const handshake = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: SOCKET_FRAME_LIMIT,
    maxFragments: 1_024,
    maxBufferedChunks: 4_096,
    autoPong: false,
  })
  const open = new Set<LiveConnection>()
  const keep = (connection: LiveConnection) => {
    open.add(connection)
    connection.onClose(() => open.delete(connection))
    return connection
  }
  const closeAll = () => {
    for (const connection of open) connection.close(SOCKET_CLOSE.goingAway, 'the console is being stopped')
  }
  stopping.addEventListener('abort', closeAll)
  app.addHook('preClose', (done) => {
    stopping.removeEventListener('abort', closeAll)
    closeAll()
    done()
  })

  return {
    withSession(declared, view) {
      app.get(declared.path, {
        config: { routeId: declared.id, errors: declaredErrors(declared), audit: declared.audit, isLive: true },
        schema: description(declared),
        onRequest: async (request) => {
          await signIn(request)
          if (upgradeOf(request.raw) === undefined) throw new AppError('UpgradeRequired')
        },
        handler: (request, reply) => {
          const upgrade = upgradeOf(request.raw)
          const session = sessions.get(request)
          if (upgrade === undefined || session === undefined)
            throw new Error(`${declared.id} was called without its session`)
          const slot = limiter.acquire(session)
          upgrade.connection.once('close', slot.release)
          reply.hijack()
          reply.raw.detachSocket(request.raw.socket)
          handshake.handleUpgrade(request.raw, upgrade.connection, upgrade.head, (socket) => {
            const connection = keep(socketConnection(socket, request.raw.socket))
            void serve({ declared, view, request, session, connection, sessionEnd: slot.signal }, frame)
          })
        },
      })

      // A POST, because views may change something, and pages of other origins can't send it.
      app.post(declared.path, {
        config: { routeId: declared.id, errors: declaredErrors(declared), audit: declared.audit, isLive: true },
        schema: { ...description(declared), hide: true },
        onRequest: signIn,
        handler: (request, reply) => {
          const session = sessions.get(request)
          if (session === undefined) throw new Error(`${declared.id} was called without its session`)
          const slot = limiter.acquire(session)
          const connection = keep(eventStream(reply))
          connection.onClose(slot.release)
          void serve({ declared, view, request, session, connection, sessionEnd: slot.signal }, frame)
        },
      })
    },
  }
}

const SOCKET_DESCRIPTION =
  'A WebSocket. The console sends each message as a text frame of JSON, as described for status 101. It needs no response; ' +
  `a frame of text every 10 seconds keeps proxies from closing it. ${SOCKET_FRAME_LIMIT} bytes a frame at most. ` +
  `It is closed with ${SOCKET_CLOSE.sessionOver} when the session is over, with ${SOCKET_CLOSE.failed} when the view failed, ` +
  `both with an error code as the reason, and with ${SOCKET_CLOSE.goingAway} when the console is being stopped. ` +
  'Where a proxy blocks WebSockets, a POST to the same address gets the same messages as server-sent events, and the close as ' +
  `the event \`${EVENT_STREAM_CLOSE}\` with \`code\` and \`reason\`.`

function description({ id, summary, params, query, message }: Socket) {
  return {
    operationId: id,
    summary,
    description: SOCKET_DESCRIPTION,
    tags: [id.split('.')[0] ?? ''],
    security: SESSION_REQUIRED,
    ...(params && { params }),
    ...(query && { querystring: query }),
    response: { 101: z.union([message, droppedMessage]), '4xx': errorBody, '5xx': errorBody },
  }
}

interface Serving<T extends Socket, S extends AnySession, Client extends object> {
  declared: T
  view: LiveView<T, Visit<S, Client>>
  request: FastifyRequest
  session: S
  connection: LiveConnection
  sessionEnd: AbortSignal
}

/** Serves one view over one connection, from the first message to the close. */
async function serve<T extends Socket, S extends AnySession, Client extends object>(
  serving: Serving<T, S, Client>,
  { visits, limiter, auditTrail }: { visits: Visits<S, Client>; limiter: SocketLimiter; auditTrail: AuditTrail },
): Promise<void> {
  const { declared, view, request, session, connection, sessionEnd } = serving
  const delivery: Delivery = { sent: 0, dropped: 0 }
  const record = (outcome: AuditOutcome) => auditTrail.recordCall(request, outcome)
  noteForAudit(request, { isRecordedByHandler: true })
  const began = performance.now()
  const disconnected = new AbortController()
  connection.onClose((code) => {
    disconnected.abort(new DOMException('The client disconnected', 'AbortError'))
    request.log.info({ route: declared.path, code, ms: Math.round(performance.now() - began), ...delivery }, 'socket')
  })
  sessionEnd.addEventListener('abort', () => {
    setTimeout(() => closeFor(sessionEnd.reason, serving, limiter), FINAL_MESSAGES_MS).unref()
  })

  const signal = AbortSignal.any([sessionEnd, disconnected.signal])
  const client = visits.clientOf(session, signal, request)
  try {
    const messages = view({
      params: request.params as SocketParams<T>,
      query: request.query as SocketQuery<T>,
      request,
      session,
      ...client,
      signal,
    })
    const begun = afterFirst(messages, () => record(BEGUN))
    await sendMessages(connection, declared.message, begun, delivery)
    if (sessionEnd.aborted) throw sessionEnd.reason
    record(BEGUN)
    connection.close(SOCKET_CLOSE.ended, '')
  } catch (error) {
    if (disconnected.signal.aborted) return record(outcomeOf(undefined))
    const reason = await visits.explain(sessionEnd.aborted ? sessionEnd.reason : error, session, client)
    record(outcomeOf(knownError(reason) ?? new AppError('Internal', { requestId: request.id })))
    closeFor(reason, serving, limiter)
  }
}

/** A view that changes something does so before its first message. */
const BEGUN: AuditOutcome = { outcome: 'done', status: 200, code: '' }

async function* afterFirst<Message>(messages: AsyncIterable<Message>, then: () => void): AsyncGenerator<Message> {
  for await (const message of messages) {
    then()
    yield message
  }
}

/** Closes a connection after a failure; the close code says whether to sign in again, the reason is an error code. */
function closeFor(
  error: unknown,
  { request, session, connection }: { request: FastifyRequest; session: AnySession; connection: LiveConnection },
  limiter: SocketLimiter,
): void {
  const known = knownError(error)
  if (known === undefined) request.log.error({ err: error }, 'unexpected failure')
  if (known !== undefined && SESSION_OVER.has(known.code)) {
    limiter.end(session, known)
    connection.close(SOCKET_CLOSE.sessionOver, known.code)
  } else connection.close(SOCKET_CLOSE.failed, known?.code ?? 'Internal')
}
