import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Visitor } from './visitor.ts'

export interface OpenSocket {
  socket: WebSocket
  /** All messages so far, parsed. */
  messages: unknown[]
  /** Resolves with the first matching message, including earlier ones. */
  until(kind: string): Promise<Record<string, unknown>>
  closed: Promise<{ code: number; reason: string }>
}

export interface SocketOptions {
  headers?: Record<string, string>
  /** Sends no cookies. */
  anonymous?: boolean
}

/** Opens a socket as a browser on the console's own page does. @throws Error with the status of a refusal */
export async function openSocket(visitor: Visitor, path: string, options: SocketOptions = {}): Promise<OpenSocket> {
  const { url, connection, cookies } = visitor
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { origin: new URL(url).origin, ...(options.anonymous ? {} : { cookie }), ...options.headers }
  const socket = new WebSocket(url.replace(/^http/, 'ws') + path, { ...connection, headers })
  const messages: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (text) => {
    messages.push(JSON.parse(String(text)))
    for (const look of waiting) look()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  socket.on('error', () => {
    // An aborted connection shows as its close.
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
    socket.once('unexpected-response', (_request, response) => {
      response.resume()
      reject(new Error(`refused with ${response.statusCode}`))
    })
  })
  return {
    socket,
    messages,
    closed,
    until: (kind) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const message = messages.find((one) => one.kind === kind)
          if (message === undefined) return
          waiting.delete(look)
          resolve(message)
        }
        waiting.add(look)
        look()
        void closed.then(({ code }) => reject(new Error(`closed with ${code} before "${kind}" came`)))
      }),
  }
}

export async function closeSocket({ socket }: OpenSocket): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return
  socket.close()
  await once(socket, 'close')
}
