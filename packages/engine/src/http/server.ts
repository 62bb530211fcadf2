/** The HTTP listener under all protocol heads: limits, early errors, orderly shutdown. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** `isSurplus`: there are too many connections, and this one will be closed. */
export type Handler = (incoming: IncomingMessage, response: ServerResponse, isSurplus: boolean) => Promise<void>

export interface HttpServer {
  port: number
  /** Stops accepting, lets running exchanges end for `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>
  /** Lets the exchanges that run now end for `graceMs`, then cuts every connection. Goes on accepting. */
  drain(graceMs: number): Promise<void>
}

export interface ListenOptions {
  host: string
  /** 0 for a free port */
  port: number
  /** What comes over further connections is to be refused. */
  maxConnections: number
  handler: Handler
}

/** Connections beyond the most that are served, over which clients learn why they are refused. */
const REFUSED_CONNECTIONS = 100

/** @throws the system's error when the port is busy or the address is not ours (EADDRINUSE, EADDRNOTAVAIL, EACCES) */
export async function listen({ host, port, maxConnections, handler }: ListenOptions): Promise<HttpServer> {
  const running = new Set<Promise<void>>()
  const server = createServer({
    headersTimeout: 10_000,
    // Bodies take as long as they need; `receive` asks for a minimum rate instead.
    requestTimeout: 0,
    // Longer than the idle time of common client pools, so that it is the client who closes.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 2_000,
    // Above the limit for metadata, so that too much metadata gets its own error instead of a bare 431.
    maxHeaderSize: 32 * 1024,
    noDelay: true,
    // As much of an answer may wait in the socket while the next bytes are read from disk.
    highWaterMark: 512 * 1024,
  })

  // A client that neither reads nor sends holds its connection, and what it reads from, this long. A paused player needs some.
  server.timeout = 10 * 60_000

  // Beyond these it is not even said why: they would be too many themselves.
  server.maxConnections = maxConnections + REFUSED_CONNECTIONS
  const surplus = new WeakSet<Socket>()
  let connections = 0
  server.on('connection', (socket) => {
    connections++
    socket.once('close', () => connections--)
    if (connections > maxConnections) surplus.add(socket)
  })

  function run(incoming: IncomingMessage, response: ServerResponse): void {
    const isSurplus = surplus.has(incoming.socket)
    if (isSurplus) response.shouldKeepAlive = false
    const exchange = handler(incoming, response, isSurplus).finally(() => running.delete(exchange))
    running.add(exchange)
  }
  server.on('request', run)
  // Nothing is promised yet: whoever reads the body sends "100 Continue" first, a refusal does not.
  server.on('checkContinue', run)
  // An empty header expects nothing.
  server.on('checkExpectation', (incoming, response) => {
    if (incoming.headers.expect === '') run(incoming, response)
    else response.writeHead(417).end()
  })
  server.on('clientError', answerMalformed)

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })

  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs) => close(server, running, graceMs),
    async drain(graceMs) {
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await Promise.allSettled([...running])
      clearTimeout(cut)
    },
  }
}

async function close(server: Server, running: Set<Promise<void>>, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection falls idle only when its answer is out, and would then wait for a next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
  await Promise.allSettled(running)
}

/** What is no HTTP request at all gets a bare status line; there is no request to render a protocol's error for. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
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
