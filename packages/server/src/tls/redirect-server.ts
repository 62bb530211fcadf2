import { createServer, type Server } from 'node:http'
import { hostName } from '../shared/allowed-hosts.ts'

/** A redirect needs a few lines of a request only. */
const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, maxHeaderSize: 16 * 1024 }
const MAX_CONNECTIONS = 1_000

/**
 * Sends visitors who come over plain HTTP to the same address over TLS. Only under the console's own names: a redirect to any
 * other would lead visitors wherever a forged Host header says.
 * @param tlsPort port of the console
 */
export function createRedirectServer(isAllowedHost: (host: string) => boolean, tlsPort: number): Server {
  const server = createServer(LIMITS, ({ url = '/', headers, headersDistinct }, response) => {
    const name = hostName(headers.host ?? '')
    const head = { connection: 'close', 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' }
    if ((headersDistinct.host?.length ?? 0) > 1) {
      response.writeHead(400, head).end('The request has two Host headers. Send one.\n')
      return
    }
    if (!isAllowedHost(name)) {
      response
        .writeHead(421, head)
        .end('This console isn’t configured for this host name. Add it to COOPERAGE_HOSTS.\n')
      return
    }
    const host = name.includes(':') ? `[${name}]` : name
    const origin = `https://${host}${tlsPort === 443 ? '' : `:${tlsPort}`}`
    const location = `${origin}${url.startsWith('/') ? url : '/'}`
    response.writeHead(308, { ...head, location }).end(`This console is at ${origin}\n`)
  })
  server.maxConnections = MAX_CONNECTIONS
  return server
}
