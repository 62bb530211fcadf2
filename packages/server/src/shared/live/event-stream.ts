import { EVENT_STREAM_CLOSE, SOCKET_CLOSE } from '@cooperage/contract'
import type { FastifyReply } from 'fastify'
import type { LiveConnection } from './live-connection.ts'

/** As often as pages send keep-alives over a socket (spec object-browser-and-tools 9). */
const KEEP_ALIVE_MS = 10_000
/** Keep-alives in a row that a browser may leave unread before it is disconnected. */
const MAX_UNREAD = 4
/** How long the last event may take to be sent. */
const CLOSE_MS = 1_000

/** Starts a stream of server-sent events as the response, for a view where sockets are blocked. */
export function eventStream(reply: FastifyReply): LiveConnection {
  const { raw } = reply
  // Headers that are already set, such as those for security, are sent too.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  reply.hijack()
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    // A proxy that changes or collects the response would hold back events.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.write(': ok\n\n')

  let code: number = SOCKET_CLOSE.lost
  let unread = 0
  const timer = setInterval(() => {
    unread = raw.writableLength > 0 ? unread + 1 : 0
    if (unread > MAX_UNREAD) raw.destroy()
    else raw.write(': ok\n\n')
  }, KEEP_ALIVE_MS)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
  raw.on('error', () => {
    // A disconnected browser shows as the close.
  })
  return {
    get bufferedAmount() {
      return raw.writableLength
    },
    send: (text) => void raw.write(`data: ${text}\n\n`),
    close(closeCode, reason) {
      if (raw.writableEnded) return
      code = closeCode
      raw.end(`event: ${EVENT_STREAM_CLOSE}\ndata: ${JSON.stringify({ code: closeCode, reason })}\n\n`)
      setTimeout(() => raw.destroy(), CLOSE_MS).unref()
    },
    onClose: (listener) => void raw.once('close', () => listener(code)),
  }
}
