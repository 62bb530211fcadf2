/** The HTTP listener: TLS, limits, early errors, graceful shutdown. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { type CertificateError, readCertificate, type TlsSettings, watchCertificate } from '@cooperage/listener'
import type { Log } from '../log.ts'
import { acceptPlainLocally } from './plain-locally.ts'

/** `isSurplus`: the connection exceeds the limit and will be closed. */
export type Handler = (incoming: IncomingMessage, response: ServerResponse, isSurplus: boolean) => Promise<void>

interface HttpServer {
  port: number
  /** Stops accepting connections, waits up to `graceMs` for running exchanges, then closes all connections. */
  close(graceMs: number): Promise<void>
  /** Waits up to `graceMs` for running exchanges, then closes all connections. Continues to accept new ones. */
  drain(graceMs: number): Promise<void>
}

interface ListenOptions {
  host: string
  /** 0 for a free port */
  port: number
  /** Without it the listener speaks plain HTTP. With it, clients on this machine can still use plain HTTP. */
  tls: TlsSettings | undefined
  /** Requests over further connections are refused. */
  maxConnections: number
  handler: Handler
  log: Log
}

/** Connections above the limit that still get a response with the reason. */
const REFUSED_CONNECTIONS = 100

/** @throws the system's error if the address can't be used (EADDRINUSE, EADDRNOTAVAIL, EACCES), CertificateError */
export async function listen({ host, port, tls, maxConnections, handler, log }: ListenOptions): Promise<HttpServer> {
  const running = new Set<Promise<void>>()
  const options = {
    headersTimeout: 10_000,
    // Bodies have no deadline; `receive` enforces a minimum rate instead.
    requestTimeout: 0,
    // Longer than the idle timeout of common client pools, so that the client closes first.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 2_000,
    // Above the metadata limit, so that too much metadata gets its own error instead of a bare 431.
    maxHeaderSize: 32 * 1024,
    noDelay: true,
    // Buffers response bytes in the socket while the next ones are read from disk.
    highWaterMark: 512 * 1024,
  }
  const secured = tls && createTlsServer({ ...options, handshakeTimeout: 10_000, ...readCertificate(tls) })
  const server: Server | TlsServer = secured ?? createServer(options)

  // How long an idle client can hold its connection and open object. Paused media players need some time.
  server.timeout = 10 * 60_000

  // Connections beyond these are dropped without a response, because they would be too many themselves.
  server.maxConnections = maxConnections + REFUSED_CONNECTIONS
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const surplus = new WeakSet<Socket>()
  server.on(secured ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (connections.size > maxConnections) surplus.add(socket)
  })

  function run(incoming: IncomingMessage, response: ServerResponse): void {
    const isSurplus = surplus.has(incoming.socket)
    if (isSurplus) response.shouldKeepAlive = false
    const exchange = handler(incoming, response, isSurplus).finally(() => running.delete(exchange))
    running.add(exchange)
  }
  server.on('request', run)
  // Reading the body sends "100 Continue"; a refusal doesn't.
  server.on('checkContinue', run)
  // An empty header has no expectation.
  server.on('checkExpectation', (incoming, response) => {
    if (incoming.headers.expect === '') run(incoming, response)
    else response.writeHead(417).end()
  })
  server.on('clientError', respondToMalformed)
  if (secured) acceptPlainLocally(secured)

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })

  const unwatch = secured && reloadCertificate(secured, tls, log)
  return {
    port: (server.address() as AddressInfo).port,
    close(graceMs) {
      unwatch?.()
      return close(server, connections, running, graceMs)
    },
    async drain(graceMs) {
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await Promise.allSettled([...running])
      clearTimeout(cut)
    },
  }
}

/** Connections that are open keep the earlier certificate. */
function reloadCertificate(server: TlsServer, files: TlsSettings, log: Log): () => void {
  return watchCertificate(files, {
    onChange: (certificate) => server.setSecureContext(certificate),
    onFailure: (error: CertificateError) =>
      log({ level: 'error', message: 'the changed certificate is not used', error: error.message }),
  })
}

async function close(
  server: Server | TlsServer,
  connections: ReadonlySet<Socket>,
  running: ReadonlySet<Promise<void>>,
  graceMs: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection becomes idle when its response is sent, and would then wait for another request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => {
    // Also those that Node doesn't know as HTTP connections yet, because their handshake isn't complete.
    for (const socket of connections) socket.destroy()
  }, graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
  await Promise.allSettled(running)
}

/** Malformed HTTP gets a bare status line, because there is no request whose protocol could render an error. */
function respondToMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
