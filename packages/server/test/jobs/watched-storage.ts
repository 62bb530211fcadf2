/** A proxy in front of a storage server that reports each response before it is forwarded. */
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WatchedStorage {
  url: string
  /** Called after the storage server has responded; the response is forwarded when it resolves. */
  onResponse: (request: IncomingMessage) => void | Promise<void>
  close(): void
}

export async function watchedStorage(storageUrl: string): Promise<WatchedStorage> {
  const { hostname, port } = new URL(storageUrl)
  const agent = new Agent({ keepAlive: true })
  // Keeps idle connections for as long as the forwarded headers of the storage server say.
  const server = createServer({ keepAliveTimeout: 75_000 }, (incoming, response) => {
    const { method, url: path, headers } = incoming
    const passed = request({ hostname, port, method, path, headers, agent }, (upstream) => {
      Promise.resolve(watched.onResponse(incoming)).then(() => {
        response.writeHead(upstream.statusCode ?? 500, upstream.headers)
        upstream.pipe(response)
      })
    })
    passed.on('error', () => response.destroy())
    incoming.on('error', () => passed.destroy())
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const watched: WatchedStorage = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onResponse() {},
    close() {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
  return watched
}
