import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of a storage server, which responds with a server error to the requests that `fails` chooses. */
export async function startFailingProxy(
  target: string,
  fails: (request: IncomingMessage) => boolean,
): Promise<{ url: string; close: () => Promise<void> }> {
  // Keeps idle connections for as long as the forwarded headers of the storage server say.
  const server = createServer({ keepAliveTimeout: 75_000 }, (incoming, response) => {
    if (fails(incoming)) {
      incoming.resume().on('end', () => response.writeHead(500).end())
      return
    }
    const { method = 'GET', headers } = incoming
    const outgoing = request(new URL(incoming.url ?? '/', target), { method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
