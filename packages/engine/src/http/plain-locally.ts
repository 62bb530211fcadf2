import type { Server } from 'node:https'
import type { Socket } from 'node:net'

/** The first byte of a TLS connection: the type of a record with a handshake message. */
const TLS_HANDSHAKE = 0x16
const FIRST_BYTE_TIMEOUT_MS = 10_000

/**
 * Lets clients on this machine use plain HTTP on a port with TLS: the console, which a certificate for the names of other machines
 * can't convince, and health checks. Others get a response that says what to do, because they would only see a failed handshake.
 */
export function acceptPlainLocally(server: Server): void {
  const [startTls] = server.listeners('connection') as ((socket: Socket) => void)[]
  if (startTls === undefined) throw new Error('The server has no TLS')
  server.off('connection', startTls)
  server.on('connection', (socket: Socket) => {
    const cut = () => socket.destroy()
    socket.setTimeout(FIRST_BYTE_TIMEOUT_MS, cut).once('error', cut)
    socket.once('data', (bytes) => {
      socket.pause()
      socket.setTimeout(0).off('timeout', cut).off('error', cut)
      socket.unshift(bytes)
      if (bytes[0] === TLS_HANDSHAKE) startTls.call(server, socket)
      else if (isLocal(socket)) {
        // What Node does with a connection after its handshake.
        server.emit('secureConnection', socket)
        socket.resume()
      } else refuse(socket)
    })
  })
}

/** Both ends have the same address. */
function isLocal({ remoteAddress, localAddress }: Socket): boolean {
  return remoteAddress !== undefined && remoteAddress === localAddress
}

function refuse(socket: Socket): void {
  const text = 'This server accepts only HTTPS. Use an address that begins with https://.\n'
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n`
  socket.on('error', () => {}).resume()
  socket.end(head + text)
}
