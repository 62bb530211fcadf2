import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const BAD_GATEWAY = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'
const TOO_LARGE =
  '<html><head><title>413 Request Entity Too Large</title></head><body><center><h1>413 Request Entity Too Large</h1></center><hr><center>nginx/1.22.1</center></body></html>'

/**
 * A reverse proxy that serves a console below a prefix: it removes the prefix, sends it as X-Forwarded-Prefix and leaves
 * Host unchanged. Anything outside the prefix is 404, so that a link outside it shows. If the console is unreachable, it
 * responds with its own page. WebSockets don't get through: they are refused with 502 if it `refusesSockets`, and hang otherwise. A
 * request of more than `maxBytes` is refused as nginx does it.
 */
export async function startPrefixProxy(
  target: string,
  prefix: string,
  { refusesSockets = false, maxBytes = Number.POSITIVE_INFINITY } = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '/'
    if (path !== prefix && !path.startsWith(`${prefix}/`)) {
      response.writeHead(404).end('outside of the prefix')
      return
    }
    if (refusesSockets && incoming.headers.upgrade !== undefined) {
      response.writeHead(502, { 'content-type': 'text/html' }).end(BAD_GATEWAY)
      return
    }
    if (Number(incoming.headers['content-length']) > maxBytes) {
      // It reads on for a while, so that the browser sees the response instead of a reset.
      incoming.resume()
      response.writeHead(413, { server: 'nginx/1.22.1', 'content-type': 'text/html' }).end(TOO_LARGE)
      return
    }
    const outgoing = request(
      target,
      {
        method: incoming.method ?? 'GET',
        path: path.slice(prefix.length) || '/',
        headers: { ...incoming.headers, 'x-forwarded-prefix': prefix, 'x-forwarded-proto': 'http' },
      },
      (upstream) => {
        response.writeHead(upstream.statusCode ?? 502, upstream.headers)
        upstream.pipe(response)
      },
    )
    outgoing.on('error', () => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502, { 'content-type': 'text/html' }).end(BAD_GATEWAY)
    })
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
