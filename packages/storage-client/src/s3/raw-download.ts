/**
 * The fast path for the bytes of large objects over plain HTTP. An HTTP client copies a body and passes it on in chunks of
 * 64 KiB, which costs more than the storage needs to read it. Here the socket reads straight into a few large buffers that
 * are written to the destination and then reused.
 *
 * Only the common success is handled: status 200 or 206 with a Content-Length. For everything else it returns `undefined`
 * before anything was sent to the client, and the caller retries through the pool, which handles errors, chunked bodies and
 * TLS. Every connection serves one download.
 */
import { connect, type LookupFunction, type Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { StorageError } from '../storage-error.ts'
import { MAX_HEAD_BYTES, parseRawHead, type RawHead, rawRequestHead } from './raw-head.ts'

/** Measured: larger buffers gain nothing, smaller ones cost more. */
const BUFFER_BYTES = 512 * 1024
const BUFFERS = 2
/** Limit for a stall in the middle of a body. */
const STALL_MS = 30_000
/** A client that reads nothing for this many times `STALL_MS` counts as disconnected. */
const MAX_IDLE_PERIODS = 10

export interface RawRequest {
  /** `http:` only. */
  url: URL
  /** All headers, including the signature. */
  headers: Record<string, string>
  signal: AbortSignal | undefined
  /** How the server's name is resolved; default `dns.lookup`. */
  lookup: LookupFunction | undefined
  headTimeoutMs: number
  /** Called once, when the connection is closed and its buffers are released. */
  onClosed?: () => void
}

export interface RawResponse {
  status: number
  headers: Record<string, string>
  /** Writes the whole body and ends `destination`; on failure both connections are destroyed. @throws StorageError */
  sendTo(destination: Writable): Promise<void>
  /** Closes the connection without reading the body. */
  discard(): void
}

/** Connects, sends the request and reads the head. Returns `undefined` if the caller has to retry through the pool. @throws StorageError */
export async function rawDownload(request: RawRequest): Promise<RawResponse | undefined> {
  const reader = new RawReader(request)
  const head = await reader.head()
  if (head === undefined) {
    reader.destroy()
    return undefined
  }
  return {
    status: head.status,
    headers: head.headers,
    sendTo: (destination) => reader.sendBody(head.length, destination),
    discard: () => reader.destroy(),
  }
}

class RawReader {
  readonly #socket: Socket
  readonly #buffers = Array.from({ length: BUFFERS }, () => Buffer.allocUnsafeSlow(BUFFER_BYTES))
  readonly #headTimer: NodeJS.Timeout
  /** Index of the buffer that the socket reads into. */
  #current = 0
  /** Body bytes that arrived in the same read as the head. */
  #early: Buffer = Buffer.alloc(0)
  #onBytes: (bytes: Buffer) => boolean = () => false
  #onEnd: (error?: Error) => void = () => {}
  #onIdle: () => void = () => {}

  constructor({ url, headers, signal, lookup, headTimeoutMs, onClosed }: RawRequest) {
    const head = rawRequestHead(url, { ...headers, connection: 'close' })
    this.#socket = connect({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || 80),
      noDelay: true,
      ...(lookup && { lookup }),
      onread: {
        buffer: () => this.#buffers[this.#current] ?? Buffer.alloc(0),
        callback: (length, bytes) => this.#onBytes(Buffer.from(bytes.buffer, bytes.byteOffset, length)),
      },
    })
    const abort = () => this.#socket.destroy(asError(signal?.reason))
    signal?.addEventListener('abort', abort, { once: true })
    this.#socket.on('timeout', () => this.#onIdle())
    // For the whole head: one that only trickles in is no better than none.
    this.#headTimer = setTimeout(() => this.#onIdle(), headTimeoutMs)
    this.#socket.once('error', (error) => this.#onEnd(error))
    this.#socket.once('close', () => {
      signal?.removeEventListener('abort', abort)
      clearTimeout(this.#headTimer)
      onClosed?.()
      this.#onEnd()
    })
    this.#socket.write(head)
    if (signal?.aborted) abort()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** Errors resolve to `undefined`, and the retry through the pool reports them; only a timeout rejects, so as not to wait twice. */
  async head(): Promise<RawHead | undefined> {
    let received = Buffer.alloc(0)
    const { promise, resolve, reject } = Promise.withResolvers<RawHead | undefined>()
    this.#onEnd = () => resolve(undefined)
    this.#onIdle = () => {
      const kind = this.#socket.connecting ? 'unreachable' : 'timeout'
      this.#socket.destroy()
      reject(new StorageError(kind, 'The storage server accepted the request but did not respond'))
    }
    this.#onBytes = (bytes) => {
      received = Buffer.concat([received, bytes])
      const end = received.indexOf('\r\n\r\n')
      if (end < 0 && received.length < MAX_HEAD_BYTES) return true
      this.#early = received.subarray(end + 4)
      resolve(end < 0 ? undefined : parseRawHead(received.subarray(0, end).toString('latin1')))
      return false
    }
    return await promise.finally(() => clearTimeout(this.#headTimer))
  }

  async sendBody(length: number, destination: Writable): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let left = length
    let writing = 0
    let idlePeriods = 0

    const finish = () => {
      this.#socket.destroy()
      destination.end()
      resolve()
    }
    const fail = (error: Error) => {
      this.#socket.destroy()
      destination.destroy()
      reject(error)
    }
    /** Passes bytes on and returns whether there is a free buffer to continue reading into. */
    const pass = (bytes: Buffer): boolean => {
      if (bytes.length > left) {
        fail(new StorageError('unreadable', 'The storage server sent more than it announced'))
        return false
      }
      left -= bytes.length
      writing++
      destination.write(bytes, () => {
        writing--
        idlePeriods = 0
        if (left === 0 && writing === 0) finish()
        else if (left > 0) this.#socket.resume()
      })
      return left > 0 && writing < BUFFERS
    }

    this.#onBytes = (bytes) => {
      this.#current = (this.#current + 1) % BUFFERS
      return pass(bytes)
    }
    this.#onEnd = (error) => {
      if (left > 0)
        fail(new StorageError('unreachable', 'The storage server closed the connection too early', { cause: error }))
    }
    this.#onIdle = () => {
      idlePeriods++
      if (writing === 0) fail(new StorageError('timeout', 'The storage server stopped responding'))
      else if (idlePeriods > MAX_IDLE_PERIODS) fail(new StorageError('aborted', 'The client stopped reading'))
    }
    this.#socket.setTimeout(STALL_MS)
    destination.once('close', () => {
      if (!destination.writableFinished) fail(new StorageError('aborted', 'The client disconnected'))
    })
    if (length === 0) finish()
    else if (this.#early.length === 0 || pass(this.#early)) this.#socket.resume()
    await promise
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason })
}
