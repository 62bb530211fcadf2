import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@cooperage/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { errorBodyOf } from './error-responses.ts'
import { asksForSocket } from './live/upgrades.ts'

/** Options of Fastify that keep slow and oversized requests from holding the server. */
export const CONNECTION_LIMITS = {
  /** Transfers take as long as they take; what a body may not do is stand still, see `watchBodyRate`. */
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  exposeHeadRoutes: false,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16 * 1024,
    shouldUpgradeCallback: asksForSocket,
  },
} as const

/** More visitors at once than one console serves; beyond it new connections are closed at once. */
const MAX_CONNECTIONS = 4_000
/** A body has to bring this much in each interval. */
const MIN_BYTES_PER_INTERVAL = 1024
const RATE_INTERVAL_MS = 10_000
/** How long a refused body is read and thrown away, so that its sender gets to see the answer. */
const LINGER_MS = 1_500
/** How much of it is: garbage takes memory too, until it is collected. */
const LINGER_BYTES = 12 * 1024 * 1024
const LOOK_EVERY_MS = 20

/** Minimum rate for JSON bodies, and an end to bodies that were refused. Uploads watch their own rate. */
export function limitBodies(app: FastifyInstance, maxConnections = MAX_CONNECTIONS): void {
  app.server.maxConnections = maxConnections

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!request.routeOptions.config.isForm) watchBodyRate(reply, () => reply.send(new AppError('RequestTimeout')))
    done(null, payload)
  })

  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request
    if (!raw.complete) discardBody(raw)
    done()
  })
}

/** Lets Node read on for a while what it throws away, so that the sender sees the answer instead of a reset. */
function discardBody(request: IncomingMessage): void {
  const { socket } = request
  const [until, limit] = [performance.now() + LINGER_MS, socket.bytesRead + LINGER_BYTES]
  const timer = setInterval(() => {
    const isEnough = performance.now() > until || socket.bytesRead > limit
    if (isEnough && !request.complete) socket.destroy()
    if (isEnough || request.complete || socket.destroyed) clearInterval(timer)
  }, LOOK_EVERY_MS)
  timer.unref()
}

/**
 * Calls `onSlow` once when the body of an unanswered request brings less than 1 kB in 10 s. While we are the ones who do not
 * read (the storage behind is slow) nothing is held against the sender.
 */
export function watchBodyRate(reply: FastifyReply, onSlow: () => void): void {
  const { raw } = reply.request
  let seen = raw.socket.bytesRead
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed || reply.sent) return clearInterval(timer)
    const { bytesRead } = raw.socket
    const isWaitedFor = raw.readableLength < raw.readableHighWaterMark
    if (isWaitedFor && bytesRead - seen < MIN_BYTES_PER_INTERVAL) {
      clearInterval(timer)
      onSlow()
    }
    seen = bytesRead
  }, RATE_INTERVAL_MS)
  timer.unref()
  reply.raw.once('close', () => clearInterval(timer))
}

/** Answers what is no request that Fastify could be shown: broken, too slow, or with headers that are too large. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const answer = brokenRequest(error.code)
  const body = JSON.stringify(errorBodyOf(answer, randomUUID()))
  socket.end(
    `HTTP/1.1 ${answer.status} Refused\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\n` +
      `x-content-type-options: nosniff\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

function brokenRequest(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('HeadersTooLarge')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('RequestTimeout')
  return new AppError('InvalidInput', { reason: 'it is not HTTP' })
}
