import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { closeSocket, watchTraffic } from './watch-traffic.ts'

/** The transport of a view's messages to a browser: a WebSocket, or an event stream where sockets are blocked. */
export interface LiveConnection {
  /** Bytes that the browser hasn't read yet. */
  readonly bufferedAmount: number
  send(text: string): void
  /** `code` is one of SOCKET_CLOSE. */
  close(code: number, reason: string): void
  /** Calls `listener` once, when the connection has closed. */
  onClose(listener: (code: number) => void): void
}

/** Watches what the browser sends over the connection, too. */
export function socketConnection(socket: WebSocket, connection: Duplex): LiveConnection {
  watchTraffic(socket, connection)
  return {
    get bufferedAmount() {
      return socket.bufferedAmount
    },
    send: (text) => socket.send(text),
    close: (code, reason) => closeSocket(socket, code, reason),
    onClose: (listener) => void socket.once('close', listener),
  }
}
