import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** What a request to become a socket comes with: its connection, and the bytes behind the request. */
export interface Upgrade {
  connection: Duplex
  head: Buffer
}

/** Only these leave HTTP; offers of other protocols, such as `h2c` of some clients, are answered as if they were not made. */
export function asksForSocket({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Brings requests to become a socket before the same routes and hooks as all others, so that host names, origins, sessions
 * and refusals are the same. The handler of a socket finds here what it needs for the handshake.
 */
export function handleUpgrades(app: FastifyInstance): WeakMap<IncomingMessage, Upgrade> {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()
  app.server.on('upgrade', (raw, connection, head) => {
    connection.on('error', () => {
      // The visitor has gone; whoever holds the connection hears of its close.
    })
    const { socket } = raw
    const response = new ServerResponse(raw)
    response.setHeader('connection', 'close')
    response.assignSocket(socket)
    response.once('finish', () => {
      response.detachSocket(socket)
      socket.destroySoon()
    })
    if (asksForSocket(raw)) upgrades.set(raw, { connection, head })
    app.routing(raw, response)
  })
  return upgrades
}
