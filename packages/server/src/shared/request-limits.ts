import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Server, Socket } from 'node:net'
import { AppError, reasonText } from '@cooperage/contract'
import type { TrustsProxy } from '@cooperage/listener'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { errorBodyOf } from './error-responses.ts'
import { requestsSocket } from './live/upgrades.ts'
import { networkOf } from './network-of.ts'

const MAX_HEADER_BYTES = 32 * 1024

/** Fastify options that limit slow and oversized requests. */
export const CONNECTION_LIMITS = {
  /** The contract limits each parameter; without this, Fastify refuses those of more than 100 characters in its own words. */
  routerOptions: { maxParamLength: MAX_HEADER_BYTES },
  /** Transfers may take any time, but must not stall, see `watchBodyRate`. */
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  exposeHeadRoutes: false,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: MAX_HEADER_BYTES,
    shouldUpgradeCallback: requestsSocket,
  },
} as const

/** In addition on the console's own TLS connections. */
export const TLS_LIMITS = { handshakeTimeout: 10_000 } as const

/** Maximum number of connections; further ones are closed immediately. */
const MAX_CONNECTIONS = 4_000
/** The part of them that one address may have: enough for a large office behind one address, and some remain for everyone else. */
const SHARE_OF_ADDRESS = 1 / 4
/** Minimum number of body bytes per interval. */
const MIN_BYTES_PER_INTERVAL = 1024
const RATE_INTERVAL_MS = 10_000
/** How long a rejected body is read and discarded, so that its sender sees the response; and how long if nothing arrives. */
const LINGER_MS = 10_000
const LINGER_IDLE_MS = 1_500
/** Maximum bytes discarded: garbage uses memory too, until it is collected. */
const LINGER_BYTES = 12 * 1024 * 1024
const LOOK_EVERY_MS = 20

/** Limits the number of connections, in total and of each address except those of trusted proxies, which have many visitors. */
export function limitConnections(server: Server, trusts: TrustsProxy, max = MAX_CONNECTIONS): void {
  server.maxConnections = max
  const counts = new Map<string, number>()
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || trusts(remoteAddress)) return
    const source = networkOf(remoteAddress)
    const count = counts.get(source) ?? 0
    if (count >= max * SHARE_OF_ADDRESS) {
      socket.destroy()
      return
    }
    counts.set(source, count + 1)
    socket.once('close', () => {
      const left = (counts.get(source) ?? 1) - 1
      if (left > 0) counts.set(source, left)
      else counts.delete(source)
    })
  })
}

/** Enforces a minimum rate for JSON bodies, and limits the reading of rejected bodies. Uploads check their own rate. */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    closeGently(raw)
    done()
  })

  app.addHook('preParsing', (request, reply, payload, done) => {
    const { isForm, isStream } = request.routeOptions.config
    if (!isForm && !isStream) watchBodyRate(reply, () => reply.send(new AppError('RequestTimeout')))
    done(null, payload)
  })

  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request
    if (!raw.complete) discardBody(raw)
    done()
  })
}

/**
 * Without keep-alive, Node closes the connection after the response. If the sender isn't finished, the system resets a closed
 * connection, and the sender may lose the response (RFC 9112 section 9.6): only our side is closed then.
 */
function closeGently(request: IncomingMessage): void {
  const { socket } = request
  socket.destroySoon = () => {
    if (request.complete) Socket.prototype.destroySoon.call(socket)
    else socket.end()
  }
}

/** Lets Node discard the rest of the body for a while, so that the sender sees the response instead of a reset. */
function discardBody(request: IncomingMessage): void {
  const { socket } = request
  const [until, limit] = [performance.now() + LINGER_MS, socket.bytesRead + LINGER_BYTES]
  let [seen, idleUntil] = [socket.bytesRead, performance.now() + LINGER_IDLE_MS]
  const timer = setInterval(() => {
    const now = performance.now()
    if (socket.bytesRead > seen) [seen, idleUntil] = [socket.bytesRead, now + LINGER_IDLE_MS]
    const isEnough = now > until || now > idleUntil || socket.bytesRead > limit
    // What is complete on a connection that our side has closed needs it no more.
    if (isEnough ? !request.complete : request.complete && socket.writableEnded) socket.destroy()
    if (isEnough || request.complete || socket.destroyed) clearInterval(timer)
  }, LOOK_EVERY_MS)
  timer.unref()
}

/**
 * Calls `onSlow` once when the body of a pending request delivers less than 1 kB in 10 s. Doesn't count time in which we
 * aren't reading because the storage server is slow.
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

/** Responds to input that isn't a valid HTTP request: malformed, too slow, or with too large headers. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const response = brokenRequest(error.code)
  const body = JSON.stringify(errorBodyOf(response, randomUUID()))
  socket.end(
    `HTTP/1.1 ${response.status} Refused\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\n` +
      `x-content-type-options: nosniff\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

function brokenRequest(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('HeadersTooLarge')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('RequestTimeout')
  return new AppError('InvalidInput', { reason: reasonText('notHttp') })
}
