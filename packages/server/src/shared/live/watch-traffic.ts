import type { Duplex } from 'node:stream'
import { SOCKET_CLOSE } from '@cooperage/contract'
import type { WebSocket } from 'ws'

/** Pages send a keep-alive every 10 s; proxies close connections that are silent for a minute. */
const CHECK_MS = 20_000
/** Maximum number of frames, including pings, between two checks. */
const MAX_FRAMES = 100
/** Maximum bytes between two checks, for frames that never complete a message. */
const MAX_BYTES = 256 * 1024
/** How long a closing handshake may take before the connection is cut. */
const CLOSE_MS = 1_000

/**
 * Responds to pings, and monitors incoming traffic. Its content is ignored; binary frames, floods and silence, also to our
 * pings, close the socket: a browser that lost its network doesn't say so.
 */
export function watchTraffic(socket: WebSocket, connection: Duplex & { bytesRead?: number }): void {
  let frames = 0
  let isAlive = true
  let bytesBefore = connection.bytesRead ?? 0

  const count = () => {
    isAlive = true
    frames += 1
    if (frames === MAX_FRAMES + 1) closeSocket(socket, SOCKET_CLOSE.notAllowed, 'too many frames')
  }
  socket.on('message', (_content, isBinary) => {
    count()
    if (isBinary) closeSocket(socket, SOCKET_CLOSE.notAllowed, 'text only')
  })
  socket.on('ping', (content) => {
    count()
    if (socket.readyState === socket.OPEN) socket.pong(content)
  })
  socket.on('pong', count)
  // ws has already closed it with the right code (1002, 1007 or 1009); don't wait for the browser's response.
  socket.on('error', () => cutLater(socket))

  const timer = setInterval(() => {
    const bytes = (connection.bytesRead ?? 0) - bytesBefore
    bytesBefore += bytes
    frames = 0
    if (bytes > MAX_BYTES) return closeSocket(socket, SOCKET_CLOSE.notAllowed, 'too many bytes')
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, CHECK_MS)
  timer.unref()
  socket.once('close', () => clearInterval(timer))
}

/** Closes a socket with a reason; a browser that doesn't respond is disconnected. */
export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason)
  cutLater(socket)
}

function cutLater(socket: WebSocket): void {
  const timer = setTimeout(() => socket.terminate(), CLOSE_MS)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}
