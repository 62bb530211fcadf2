/** A webhook that records its deliveries. It can go down and come back on the same port. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Delivery {
  path: string
  headers: IncomingHttpHeaders
  text: string
}

export class TestWebhook {
  readonly deliveries: Delivery[] = []
  #server: Server | undefined
  #port = 0

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Parsed bodies of the requests to the path. */
  bodies(path: string): Record<string, unknown>[] {
    return this.deliveries.filter((one) => one.path === path && one.text !== '').map(({ text }) => JSON.parse(text))
  }

  async up(): Promise<this> {
    const server = createServer((request, response) => {
      let text = ''
      request.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      request.on('end', () => {
        this.deliveries.push({ path: request.url ?? '', headers: request.headers, text })
        response.end()
      })
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(this.#port, '127.0.0.1', resolve)
    })
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
    return this
  }

  async down(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server === undefined) return
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }
}
