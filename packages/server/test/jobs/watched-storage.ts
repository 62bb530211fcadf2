/** A proxy in front of a storage server that reports each answered request before its sender learns of the answer. */
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WatchedStorage {
  url: string
  /** Called after the storage server has answered; the answer is passed on when it resolves. */
  onAnswer: (asked: IncomingMessage) => void | Promise<void>
  close(): void
}

export async function watchedStorage(storageUrl: string): Promise<WatchedStorage> {
  const { hostname, port } = new URL(storageUrl)
  const agent = new Agent({ keepAlive: true })
  const server = createServer((asked, response) => {
    const { method, url: path, headers } = asked
    const passed = request({ hostname, port, method, path, headers, agent }, (answered) => {
      Promise.resolve(watched.onAnswer(asked)).then(() => {
        response.writeHead(answered.statusCode ?? 500, answered.headers)
        answered.pipe(response)
      })
    })
    passed.on('error', () => response.destroy())
    asked.on('error', () => passed.destroy())
    asked.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const watched: WatchedStorage = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onAnswer() {},
    close() {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
  return watched
}
