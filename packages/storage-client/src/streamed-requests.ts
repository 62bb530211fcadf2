/**
 * Requests with a streamed body. They use Node's own HTTP client instead of the pool (undici) because it reports when a chunk
 * has been written: only then can the memory of the chunk be freed, and the next one be requested.
 */
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import readable from 'undici/lib/api/readable.js'
import { StorageError } from './storage-error.ts'

/** How long a connection may be idle before it is closed: less than storage servers allow. */
const KEEP_ALIVE_MS = 10_000

export interface StreamedRequest {
  method: string
  path: string
  /** With a Content-Length. */
  headers: Record<string, string>
  /** A chunk need only be valid until the next piece is requested. */
  bytes: AsyncIterable<Uint8Array>
  /** How long the server may take to respond after it has the whole body. */
  headersTimeout: number
  signal: AbortSignal | undefined
}

export interface StreamedRequestsOptions {
  tls: { ca: string[]; allowPartialTrustChain: true } | undefined
  lookup: LookupFunction | undefined
  connections: number
  connectTimeoutMs: number
}

/** The connections to one server that bodies are streamed over. */
export class StreamedRequests {
  readonly #url: URL
  readonly #agent: HttpAgent
  readonly #connectTimeoutMs: number

  constructor(url: URL, { tls, lookup, connections, connectTimeoutMs }: StreamedRequestsOptions) {
    this.#url = url
    this.#connectTimeoutMs = connectTimeoutMs
    const options = {
      keepAlive: true,
      timeout: KEEP_ALIVE_MS,
      maxSockets: connections,
      ...tls,
      ...(lookup && { lookup }),
    }
    this.#agent = url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  }

  /**
   * Sends the request and returns the response, body unread. It may arrive before the whole body was sent.
   * @throws StorageError, errors of sockets and of `bytes`, the reason of `signal`
   */
  async send({ bytes, headersTimeout, signal, ...head }: StreamedRequest): Promise<Dispatcher.ResponseData> {
    const { protocol, hostname, port } = this.#url
    const open = protocol === 'https:' ? httpsRequest : httpRequest
    const request = open({
      ...head,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      agent: this.#agent,
      ...(signal && { signal }),
    })
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    request.once('response', resolve)
    // The listener stays, because a connection may also break after the response.
    request.on('error', reject)
    limitConnecting(request, this.#connectTimeoutMs)
    writeBody(request, bytes, Number(head.headers['content-length'])).then(
      (isComplete) => isComplete && limitWaiting(request, headersTimeout),
      (error: Error) => request.destroy(error),
    )
    return responseData(await promise, request)
  }

  /** Closes all connections, including those in use. */
  close(): void {
    this.#agent.destroy()
  }
}

/** Stops when the server has responded or the connection has closed; then it returns false. @throws the errors of `bytes` */
async function writeBody(request: ClientRequest, bytes: AsyncIterable<Uint8Array>, length: number): Promise<boolean> {
  let left = length
  let isOver = false
  let wake = () => {}
  request.once('response', () => {
    // A chunk that is being written stays in use until it has been written or the connection has closed.
    isOver = true
  })
  request.once('close', () => {
    isOver = true
    wake()
  })
  const write = (chunk: Uint8Array) =>
    new Promise<void>((resolve) => {
      wake = resolve
      request.write(chunk, () => resolve())
    })
  for await (const chunk of bytes) {
    if (isOver) return false
    left -= chunk.length
    // What follows a body would be taken for the next request.
    if (left < 0) break
    await write(chunk)
    if (isOver) return false
  }
  if (isOver) return false
  if (left !== 0) throw new RangeError(`A body differs from its Content-Length by ${left} bytes`)
  request.end()
  return true
}

function limitConnecting(request: ClientRequest, timeoutMs: number): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return
    const timer = setTimeout(() => {
      request.destroy(new StorageError('unreachable', 'The connection to the storage server timed out'))
    }, timeoutMs)
    socket.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
}

function limitWaiting(request: ClientRequest, timeoutMs: number): void {
  const timer = setTimeout(() => {
    request.destroy(new StorageError('timeout', 'The storage server accepted the request but did not respond'))
  }, timeoutMs)
  request.once('response', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

/** The response in the form of those of the pool. */
function responseData(message: IncomingMessage, request: ClientRequest): Dispatcher.ResponseData {
  const body = new readable.Readable({ resume: () => message.resume(), abort: () => request.destroy() })
  message.on('data', (chunk: Buffer) => {
    if (!body.push(chunk)) message.pause()
  })
  message.on('end', () => {
    body.push(null)
    // The server didn't wait for the rest of the body, which would be taken for the next request.
    if (!request.writableFinished) request.destroy()
  })
  message.on('error', (error) => body.destroy(error))
  return {
    statusCode: message.statusCode ?? 0,
    headers: message.headers,
    body,
    trailers: {},
    opaque: null,
    context: {},
  } as unknown as Dispatcher.ResponseData
}
