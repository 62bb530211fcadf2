/**
 * A minimal client for one persistent HTTP connection: a load generator must cost less than what it measures, and
 * an HTTP library costs as much as a good server. Supports only what the measured servers use: bodies with a Content-Length
 * or in chunks (RFC 9112, section 7.1), one request at a time.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface HttpRequest {
  method: string
  /** Escaped path with its query. */
  path: string
  headers?: Record<string, string>
  /** Sent unchanged; `repeated` is sent repeatedly until `length` bytes are sent. */
  body?: string | Uint8Array | { parts: readonly BodyPart[] }
  /** Whether the body of the response is kept; its bytes are counted in any case. */
  keepBody?: boolean
}

/** A long body: `bytes` repeated up to `length`. */
export interface BodyPart {
  bytes: Uint8Array
  length: number
}

export interface HttpResponse {
  status: number
  headers: Map<string, string>
  /** Values of the Set-Cookie fields, in order. */
  cookies: string[]
  /** Empty unless requested. Still encoded when the response has a Content-Encoding. */
  body: Buffer
  /** Bytes of the body on the wire, without the framing of chunks. */
  bodyBytes: number
  /** Milliseconds from the first byte sent to the first byte of the body (of the headers if there is no body). */
  firstByteMs: number
  /** Milliseconds from the first byte sent to the last byte received. */
  lastByteMs: number
}

const RECEIVE_BYTES = 1 << 20

interface Pending {
  request: HttpRequest
  startedAt: number
  resolve: (response: HttpResponse) => void
  reject: (error: Error) => void
}

type Framing = { kind: 'head' } | { kind: 'length'; left: number } | { kind: 'chunks'; chunks: ChunkFraming }

export class HttpConnection {
  readonly #url: URL
  #socket: Socket | undefined
  #pending: Pending | undefined
  #head: Buffer = Buffer.alloc(0)
  #framing: Framing = { kind: 'head' }
  #response: HttpResponse | undefined
  #kept: Buffer[] = []

  /** Connects with the first request: servers close connections without requests. */
  constructor(url: string) {
    this.#url = new URL(url)
  }

  async #connect(): Promise<Socket> {
    const buffer = Buffer.allocUnsafe(RECEIVE_BYTES)
    const socket = connect({
      host: this.#url.hostname,
      port: Number(this.#url.port),
      noDelay: true,
      onread: {
        buffer,
        callback: (length) => {
          this.#receive(buffer.subarray(0, length))
          return true
        },
      },
    })
    await once(socket, 'connect')
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the connection was closed before the response was complete')))
    this.#socket = socket
    return socket
  }

  /** @throws Error when the connection breaks; any status counts as a response */
  async request(request: HttpRequest): Promise<HttpResponse> {
    if (this.#pending !== undefined) throw new Error('one request at a time')
    // Servers close idle connections.
    const socket = this.#socket === undefined || this.#socket.destroyed ? await this.#connect() : this.#socket
    const head = requestHead(request, this.#url.host)
    this.#framing = { kind: 'head' }
    this.#head = Buffer.alloc(0)
    this.#kept = []
    this.#response = undefined
    const response = new Promise<HttpResponse>((resolve, reject) => {
      this.#pending = { request, startedAt: performance.now(), resolve, reject }
    })
    const { body } = request
    if (body === undefined) socket.write(head)
    else if (typeof body === 'string') socket.write(head + body)
    else if (body instanceof Uint8Array) {
      socket.write(head)
      socket.write(body)
    } else {
      socket.write(head)
      // An error response can arrive while the body is still being sent.
      await Promise.race([sendParts(socket, body.parts), response])
    }
    return response
  }

  close(): void {
    this.#pending = undefined
    this.#socket?.destroy()
  }

  #receive(bytes: Buffer): void {
    const pending = this.#pending
    if (pending === undefined) return
    let rest = bytes
    if (this.#framing.kind === 'head') {
      this.#head = Buffer.concat([this.#head, bytes])
      const end = this.#head.indexOf('\r\n\r\n')
      if (end === -1) return
      const response = readHead(this.#head.toString('latin1', 0, end))
      rest = this.#head.subarray(end + 4)
      if (response.status < 200) {
        this.#head = rest
        return
      }
      response.firstByteMs = performance.now() - pending.startedAt
      this.#response = response
      this.#framing = framingOf(pending.request.method, response)
    }
    this.#receiveBody(pending, rest)
  }

  #receiveBody(pending: Pending, bytes: Buffer): void {
    const response = this.#response
    const framing = this.#framing
    if (response === undefined || framing.kind === 'head') return
    const take = (piece: Buffer) => {
      if (response.bodyBytes === 0) response.firstByteMs = performance.now() - pending.startedAt
      response.bodyBytes += piece.length
      // Errors need their text. The receive buffer is reused for the next bytes.
      if (pending.request.keepBody || response.status >= 300) this.#kept.push(Buffer.from(piece))
    }
    if (framing.kind === 'length') {
      if (bytes.length > 0) take(bytes)
      framing.left -= bytes.length
      if (framing.left > 0) return
    } else if (!framing.chunks.feed(bytes, take)) return
    response.lastByteMs = performance.now() - pending.startedAt
    response.body = Buffer.concat(this.#kept)
    this.#pending = undefined
    pending.resolve(response)
  }

  #fail(error: Error): void {
    const pending = this.#pending
    this.#pending = undefined
    pending?.reject(error)
  }
}

async function sendParts(socket: Socket, parts: readonly BodyPart[]): Promise<void> {
  for (const { bytes, length } of parts) {
    for (let left = length; left > 0; left -= bytes.length) {
      const piece = left < bytes.length ? bytes.subarray(0, left) : bytes
      if (!socket.write(piece)) await new Promise((resolve) => socket.once('drain', resolve))
    }
  }
}

function requestHead({ method, path, headers = {}, body }: HttpRequest, host: string): string {
  const fields: Record<string, string> = { host, ...headers }
  const length = bodyLength(body)
  if (length > 0 || (method !== 'GET' && method !== 'HEAD')) fields['content-length'] = String(length)
  let head = `${method} ${path} HTTP/1.1\r\n`
  for (const [name, value] of Object.entries(fields)) head += `${name}: ${value}\r\n`
  return `${head}\r\n`
}

function bodyLength(body: HttpRequest['body']): number {
  if (body === undefined) return 0
  if (typeof body === 'string') return Buffer.byteLength(body)
  if (body instanceof Uint8Array) return body.length
  return body.parts.reduce((sum, { length }) => sum + length, 0)
}

function readHead(text: string): HttpResponse {
  const [statusLine = '', ...lines] = text.split('\r\n')
  const headers = new Map<string, string>()
  const cookies: string[] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (name === 'set-cookie') cookies.push(value)
    else headers.set(name, value)
  }
  const status = Number(statusLine.split(' ')[1])
  return { status, headers, cookies, body: Buffer.alloc(0), bodyBytes: 0, firstByteMs: 0, lastByteMs: 0 }
}

function framingOf(method: string, { status, headers }: HttpResponse): Framing {
  if (method === 'HEAD' || status === 204 || status === 304) return { kind: 'length', left: 0 }
  if (headers.get('transfer-encoding') === 'chunked') return { kind: 'chunks', chunks: new ChunkFraming() }
  return { kind: 'length', left: Number(headers.get('content-length') ?? 0) }
}

/** Removes the framing of a chunked body: size lines, line ends after the data, the trailer. */
class ChunkFraming {
  #state: 'size' | 'data' | 'dataEnd' | 'trailer' = 'size'
  #line = ''
  #left = 0

  /** Passes each piece of data to `take`; returns whether the body has ended. */
  feed(bytes: Buffer, take: (piece: Buffer) => void): boolean {
    let at = 0
    while (at < bytes.length) {
      if (this.#state === 'data') {
        const piece = bytes.subarray(at, at + this.#left)
        take(piece)
        at += piece.length
        this.#left -= piece.length
        if (this.#left === 0) this.#state = 'dataEnd'
        continue
      }
      const newline = bytes.indexOf(0x0a, at)
      const stop = newline === -1 ? bytes.length : newline + 1
      this.#line += bytes.toString('latin1', at, stop)
      at = stop
      if (newline === -1) continue
      const line = this.#line.trim()
      this.#line = ''
      if (this.#state === 'dataEnd') this.#state = 'size'
      else if (this.#state === 'size') {
        this.#left = Number.parseInt(line, 16)
        this.#state = this.#left === 0 ? 'trailer' : 'data'
      } else if (line === '') return true
    }
    return false
  }
}
