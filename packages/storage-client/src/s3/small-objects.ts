/**
 * The fast path for many small objects over plain HTTP, as an archive reads them. For an object of a few kilobytes, the streams
 * and abort signals of an HTTP client cost several times as much as its bytes. Here each connection stays open, reads into one
 * buffer, and copies an object out of it once.
 *
 * Like `raw-download.ts`, only the common success is handled. For everything else `read` returns `undefined`, and the caller
 * reads the object with `readObject`, which handles errors, chunked bodies and TLS.
 */
import { connect, type LookupFunction, type Socket } from 'node:net'
import { objectPath } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { counted, type StorageRequest } from '../send.ts'
import { exchangeFailure, StorageError } from '../storage-error.ts'
import { HEADERS_TIMEOUT_MS } from '../time-limits.ts'
import { MAX_HEAD_BYTES, parseRawHead, rawRequestHead, signedGet } from './raw-head.ts'

const BUFFER_BYTES = 64 * 1024
/** To one storage server: four archives at full speed; beyond this number, objects are read through the pool. */
const MAX_CONNECTIONS = 64

export interface SmallObject {
  content: Buffer
  lastModified: Date
}

export interface SmallObjectsOptions {
  /** A larger object is left to the caller. */
  maxBytes: number
  /** How long an object may take as a whole; its head has the usual time. */
  timeoutMs: number
}

/** Objects of a bucket. As many connections are opened as objects are read at a time; all close when the client's signal aborts. */
export class SmallObjects {
  readonly #client: StorageClient & { signal: AbortSignal }
  readonly #bucket: string
  readonly #options: SmallObjectsOptions
  readonly #idle: RawConnection[] = []
  readonly #open = new Set<RawConnection>()

  constructor(client: StorageClient & { signal: AbortSignal }, bucket: string, options: SmallObjectsOptions) {
    this.#client = client
    this.#bucket = bucket
    this.#options = options
    const closeAll = () => {
      for (const connection of this.#open) connection.fail(client.signal.reason)
    }
    client.signal.addEventListener('abort', closeAll, { once: true })
  }

  /** @throws StorageError when the server doesn't respond, or the client's signal aborts */
  async read(key: string): Promise<SmallObject | undefined> {
    const { endpoint, signal } = this.#client
    // It connects to the host of the URL.
    if (endpoint.url.protocol !== 'http:' || endpoint.isVirtualHosted) return undefined
    const request: StorageRequest = { method: 'GET', path: objectPath(this.#bucket, key) }
    const { url, headers } = signedGet(this.#client, request)
    try {
      signal.throwIfAborted()
      const connection = this.#idle.pop() ?? this.#connect(url)
      if (connection === undefined) return undefined
      const object = await counted(this.#client, request, connection.get(rawRequestHead(url, headers), this.#options))
      if (connection.isUsable) this.#idle.push(connection)
      return object
    } catch (error) {
      throw exchangeFailure(error, signal)
    }
  }

  #connect(url: URL): RawConnection | undefined {
    const { endpoint } = this.#client
    if (endpoint.smallObjectConnections >= MAX_CONNECTIONS) return undefined
    endpoint.smallObjectConnections++
    const connection = new RawConnection(url, endpoint.lookup, () => {
      endpoint.smallObjectConnections--
      this.#open.delete(connection)
      const at = this.#idle.indexOf(connection)
      if (at >= 0) this.#idle.splice(at, 1)
    })
    this.#open.add(connection)
    return connection
  }
}

interface Awaited {
  options: SmallObjectsOptions
  resolve: (object: SmallObject | undefined) => void
  reject: (error: unknown) => void
}

/** One connection, for one request at a time. */
class RawConnection {
  readonly #socket: Socket
  #awaited: Awaited | undefined
  #timer: NodeJS.Timeout | undefined
  /** What has arrived of the head. */
  #head: Buffer = Buffer.alloc(0)
  #object: SmallObject | undefined
  #received = 0
  #isClosing = false

  constructor(url: URL, lookup: LookupFunction | undefined, onClosed: () => void) {
    const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
    this.#socket = connect({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || 80),
      noDelay: true,
      ...(lookup && { lookup }),
      onread: {
        buffer,
        callback: (length) => {
          this.#receive(buffer.subarray(0, length))
          return true
        },
      },
    })
    // The request fails at `close`, which follows.
    this.#socket.on('error', () => {})
    this.#socket.once('close', () => {
      onClosed()
      this.#finish(undefined)
    })
  }

  get isUsable(): boolean {
    return !this.#isClosing && !this.#socket.destroyed
  }

  get(head: string, options: SmallObjectsOptions): Promise<SmallObject | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<SmallObject | undefined>()
    this.#awaited = { options, resolve, reject }
    this.#head = Buffer.alloc(0)
    this.#object = undefined
    this.#received = 0
    this.#giveUpAfter(HEADERS_TIMEOUT_MS)
    this.#socket.write(head)
    return promise
  }

  /** Closes the connection; the pending request fails with this error. */
  fail(error: unknown): void {
    clearTimeout(this.#timer)
    this.#awaited?.reject(error)
    this.#awaited = undefined
    this.#socket.destroy()
  }

  #giveUpAfter(timeoutMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const kind = this.#socket.connecting ? 'unreachable' : 'timeout'
      this.fail(new StorageError(kind, 'The storage server accepted the request but did not respond'))
    }, timeoutMs)
  }

  #receive(bytes: Buffer): void {
    if (this.#awaited === undefined) this.#leaveToPool()
    else if (this.#object !== undefined) this.#receiveBody(this.#object, bytes)
    else this.#receiveHead(this.#awaited, bytes)
  }

  #receiveHead({ options }: Awaited, bytes: Buffer): void {
    const received = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes])
    const end = received.indexOf('\r\n\r\n')
    if (end < 0) {
      if (received.length > MAX_HEAD_BYTES) this.#leaveToPool()
      else this.#head = Buffer.from(received)
      return
    }
    const head = parseRawHead(received.toString('latin1', 0, end))
    const lastModified = new Date(head?.headers['last-modified'] ?? '')
    if (head?.status !== 200 || head.length > options.maxBytes || Number.isNaN(lastModified.getTime())) {
      this.#leaveToPool()
      return
    }
    this.#isClosing = /close/i.test(head.headers.connection ?? '')
    this.#object = { content: Buffer.allocUnsafe(head.length), lastModified }
    const rest = received.subarray(end + 4)
    if (rest.length < head.length) this.#giveUpAfter(options.timeoutMs - HEADERS_TIMEOUT_MS)
    this.#receiveBody(this.#object, rest)
  }

  #receiveBody(object: SmallObject, bytes: Buffer): void {
    if (this.#received + bytes.length > object.content.length) {
      this.#leaveToPool()
      return
    }
    bytes.copy(object.content, this.#received)
    this.#received += bytes.length
    if (this.#received === object.content.length) this.#finish(object)
  }

  #leaveToPool(): void {
    this.#socket.destroy()
    this.#finish(undefined)
  }

  #finish(object: SmallObject | undefined): void {
    clearTimeout(this.#timer)
    this.#awaited?.resolve(object)
    this.#awaited = undefined
    if (this.#isClosing) this.#socket.destroy()
  }
}
