/** Every request passes here once: the handler of its protocol is chosen, runs, and its response or error is sent. */
import type { ServerResponse } from 'node:http'
import { clientOf } from '@cooperage/listener'
import { CONSOLE_TOKEN_HEADER, WireError } from '@cooperage/wire'
import { adminHandler } from './admin/handler.ts'
import { kmsHandler } from './admin/kms-handler.ts'
import { metricsHandler } from './admin/metrics-handler.ts'
import { isConsoleToken } from './console-token.ts'
import type { Engine } from './engine.ts'
import { type Exchange, openExchange } from './http/exchange.ts'
import { healthHandler } from './http/health.ts'
import type { ProtocolHandler } from './http/protocol-handler.ts'
import { ClientDisconnected } from './http/receive.ts'
import type { HttpResponse } from './http/response.ts'
import { type Progress, send } from './http/send.ts'
import type { Handler } from './http/server.ts'
import { CLIENT_CLOSED_REQUEST } from './observe/request-counters.ts'
import { s3Error, serverClosing, storeError } from './s3/errors.ts'
import { s3Handler } from './s3/handler.ts'
import { StoreError } from './store/store.ts'
import { stsHandler } from './sts/handler.ts'

/** The first that accepts the request gets it; S3 gets the rest. */
const HANDLERS: readonly { protocol: string; handler: ProtocolHandler<Engine> }[] = [
  { protocol: 'health', handler: healthHandler },
  { protocol: 'metrics', handler: metricsHandler },
  { protocol: 'admin', handler: adminHandler },
  { protocol: 'kms', handler: kmsHandler },
  { protocol: 'sts', handler: stsHandler },
]
const OTHERWISE = { protocol: 's3', handler: s3Handler }

export function createHandler(engine: Engine): Handler {
  const common: Record<string, string> = {
    server: 'Cooperage',
    'accept-ranges': 'bytes',
    'x-amz-id-2': engine.hostId,
    'x-content-type-options': 'nosniff',
    'x-xss-protection': '1; mode=block',
    ...(engine.region === '' ? {} : { 'x-amz-bucket-region': engine.region }),
  }

  return async function handle(incoming, outgoing, isSurplus) {
    const startedAt = performance.now()
    // The console is the proxy of its visitors, but not everything on this machine is the console.
    const isConsole = isConsoleToken(incoming.headers[CONSOLE_TOKEN_HEADER], engine.consoleToken)
    const client = clientOf(incoming, isConsole ? () => true : engine.trustsProxy)
    const exchange = openExchange(incoming, outgoing, client)
    const { protocol, handler } = HANDLERS.find((one) => one.handler.accepts(exchange)) ?? OTHERWISE
    exchange.facts.protocol = protocol
    const progress: Progress = { headAt: 0, bytes: 0 }
    let response: HttpResponse = { status: CLIENT_CLOSED_REQUEST }
    // Readers and writers see socket errors as an early close.
    incoming.on('error', () => {})
    outgoing.on('error', () => {})
    let hasEntered = false
    try {
      response = await responseOf(handler, engine, exchange, async () => {
        // A busy engine still has to prove that it is alive, and which engine it is.
        if (isSurplus && handler !== healthHandler) throw tooManyConnections()
        if (handler.isLimited?.(exchange) !== true) return
        hasEntered = await engine.admission.enter(() => goneSignal(outgoing, engine.closing))
        if (!hasEntered) throw s3Error('TooManyRequests')
      })
      response.headers = {
        ...common,
        ...(handler.isLimited === undefined ? {} : rateLimitHeaders(engine)),
        'x-amz-request-id': exchange.requestId,
        ...response.headers,
      }
      await send(incoming, outgoing, response, engine.closing, progress)
    } catch (error) {
      abandon(engine, exchange, outgoing, error)
    } finally {
      if (hasEntered) engine.admission.leave()
    }
    engine.observer.completed({
      exchange,
      status: progress.headAt === 0 ? CLIENT_CLOSED_REQUEST : response.status,
      responseHeaders: response.headers ?? {},
      startedAt: performance.timeOrigin + startedAt,
      durationMs: performance.now() - startedAt,
      firstByteMs: progress.headAt === 0 ? undefined : progress.headAt - startedAt,
      bytesIn: Number(incoming.headers['content-length']) || 0,
      bytesOut: progress.bytes,
    })
  }
}

/** Aborts when the client disconnects, or the engine stops, before there is a response. */
function goneSignal(response: ServerResponse, closing: AbortSignal): AbortSignal {
  const gone = new AbortController()
  response.once('close', () =>
    gone.abort(new ClientDisconnected('the client closed the connection before the response')),
  )
  const onClosing = () => gone.abort(serverClosing())
  if (closing.aborted) onClosing()
  else closing.addEventListener('abort', onClosing, { signal: gone.signal })
  return gone.signal
}

/** MinIO's headers with the limit of concurrent requests and the remaining number. */
function rateLimitHeaders({ admission }: Engine): Record<string, string> {
  const { room } = admission
  return room === undefined
    ? {}
    : { 'x-ratelimit-limit': String(room.limit), 'x-ratelimit-remaining': String(room.remaining) }
}

async function responseOf(
  handler: ProtocolHandler<Engine>,
  engine: Engine,
  exchange: Exchange,
  admit: () => Promise<void>,
): Promise<HttpResponse> {
  try {
    await admit()
    return await handler.respond(engine, exchange)
  } catch (error) {
    if (error instanceof ClientDisconnected) throw error
    const refusal = toWireError(engine, exchange, error)
    exchange.facts.errorCode = refusal.code
    return handler.errorResponse(engine, exchange, refusal)
  }
}

function tooManyConnections(): WireError {
  const message = 'This server has too many open connections. Close some, or try again later.'
  return s3Error('SlowDown', message, { headers: { 'retry-after': '1' } })
}

/** Returns protocol errors unchanged, translates store errors, and logs and hides all others. */
function toWireError(engine: Engine, exchange: Exchange, error: unknown): WireError {
  if (error instanceof WireError) return error
  if (error instanceof StoreError && error.code !== 'StorageFailed') return storeError(error)
  logUnexpected(engine, exchange, error)
  return s3Error('InternalError', undefined, { cause: error })
}

/** Closes the connection when no response is possible: the client has disconnected, or the body failed after the headers. */
function abandon(engine: Engine, exchange: Exchange, response: ServerResponse, error: unknown): void {
  if (!(error instanceof ClientDisconnected)) logUnexpected(engine, exchange, error)
  response.destroy()
}

function logUnexpected(engine: Engine, { requestId, method, path }: Exchange, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  engine.log({ level: 'error', message: 'unexpected error', requestId, method, path, error: text })
}
