import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a proxy does to a request: responds itself, by default with a server error, or removes headers from the response. */
export type Fault = boolean | { status: number; headers?: Record<string, string>; body?: string } | { strips: string[] }

/** A captive portal: a page for everyone to read, which has nothing to do with S3. */
export const PORTAL = {
  status: 200,
  headers: { 'content-type': 'text/html', 'access-control-allow-origin': '*' },
  body: '<h1>Sign in to the Wi-Fi</h1>',
}
/** It imitates what an upload is answered with, but for the checksum. */
export const IMITATION = {
  ...PORTAL,
  headers: { ...PORTAL.headers, 'access-control-expose-headers': '*', etag: `"${'0'.repeat(32)}"` },
}

/** A proxy in front of a storage server, which fails the requests that `faultOf` chooses. */
export async function startFailingProxy(
  target: string,
  faultOf: (request: IncomingMessage) => Fault,
): Promise<{ url: string; close: () => Promise<void> }> {
  // Keeps idle connections for as long as the forwarded headers of the storage server say.
  const server = createServer({ keepAliveTimeout: 75_000 }, (incoming, response) => {
    const fault = faultOf(incoming)
    if (fault === true || (fault && 'status' in fault)) {
      const { status, headers = {}, body = '' } = fault === true ? { status: 500 } : fault
      incoming.resume().on('end', () => response.writeHead(status, headers).end(body))
      return
    }
    const stripped = fault ? fault.strips : []
    const { method = 'GET', headers } = incoming
    const outgoing = request(new URL(incoming.url ?? '/', target), { method, headers }, (upstream) => {
      const left = Object.entries(upstream.headers).filter(([name]) => !stripped.includes(name))
      response.writeHead(upstream.statusCode ?? 502, Object.fromEntries(left))
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
