import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** A WebSocket upgrade request: its connection, and the bytes after its head. */
export interface Upgrade {
  connection: Duplex
  head: Buffer
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/** What the handshake of a request needs; undefined if it isn't an upgrade. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
  return upgrades.get(request)
}

/** Only WebSocket upgrades are accepted; offers of other protocols, such as `h2c`, are ignored. */
export function requestsSocket({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Routes upgrade requests through the same routes and hooks as all others, so that host names, origins, sessions and errors
 * are handled alike. The handler of a live view finds what the handshake needs with {@link upgradeOf}.
 */
export function handleUpgrades(app: FastifyInstance): void {
  app.server.on('upgrade', (raw, connection, head) => {
    connection.on('error', () => {
      // The client has disconnected; the owner of the connection gets its close event.
    })
    const { socket } = raw
    const response = new ServerResponse(raw)
    response.setHeader('connection', 'close')
    response.assignSocket(socket)
    response.once('finish', () => {
      response.detachSocket(socket)
      socket.destroySoon()
    })
    if (requestsSocket(raw)) upgrades.set(raw, { connection, head })
    app.routing(raw, response)
  })
}
