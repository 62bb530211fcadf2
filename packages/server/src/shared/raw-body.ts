/**
 * The fast path for the bytes of request bodies over plain HTTP, the counterpart of `raw-download.ts`. Node's HTTP parser copies
 * a body into chunks of 64 KiB, each in memory of its own. Here the socket reads into a few large buffers, which are written to
 * the storage server's socket and reused. The parser still sees every byte, so it knows where the body ends, but its callback for
 * bodies is off meanwhile.
 *
 * Node has no public interface for this on the sockets of a server. What is used of its internals is in `Internals`; where they
 * aren't as expected, over TLS, and beyond `MAX_SOCKETS` connections, there are no runs, and the body is read in chunks.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { AppError } from '@cooperage/contract'
import type { BodyInRuns, ByteRun } from '@cooperage/wire'

const NOTHING = Buffer.alloc(0)
const BUFFER_BYTES = 256 * 1024
/** Read at a time of what isn't part of a run. */
const COPIED_BYTES = 16 * 1024
/** Each has two or three buffers until it closes. */
const MAX_SOCKETS = 32
/** Fewer bytes are read as usual. */
const MIN_RUN_BYTES = 128 * 1024
/** A longer body is several runs: the end of each counts as progress. */
const MAX_RUN_BYTES = 4 * 1024 * 1024

/** The internals of Node 24 that are used, found by {@link internalsOf}. */
interface Internals {
  handle: { reading: boolean; readStart(): void; useUserBuffer(buffer: Buffer): void }
  /** `parser[onBody]` is called with a copy of each piece of a body, unless it isn't a function. */
  parser: Record<number, unknown>
  onBody: number
  /** Names of the fields that hold the option `onread` of a socket. */
  fields: Record<'kBuffer' | 'kBufferCb' | 'kBufferGen', symbol>
}

/** The sockets that read into buffers of this module; undefined for those that can't. */
const rawSockets = new WeakMap<Socket, RawSocket | undefined>()
let openSockets = 0

/** The body of a request, which is read in runs if it has a Content-Length. */
export function bodyInRuns(request: IncomingMessage): BodyInRuns {
  return { [Symbol.asyncIterator]: () => request[Symbol.asyncIterator](), run: (length) => runOf(request, length) }
}

function runOf(request: IncomingMessage, length: number): ByteRun | undefined {
  const { socket, headers } = request
  const isChunked = headers['content-length'] === undefined || headers['transfer-encoding'] !== undefined
  if (length < MIN_RUN_BYTES || isChunked || socket.destroyed) return undefined
  if (!rawSockets.has(socket)) rawSockets.set(socket, RawSocket.of(socket))
  const raw = rawSockets.get(socket)
  return raw && new Run(raw, request, Math.min(length, MAX_RUN_BYTES))
}

/** Whether a body isn't read at the moment because its destination doesn't accept more. */
export function isHeldUp({ socket }: IncomingMessage): boolean {
  return rawSockets.get(socket)?.isHeldUp ?? false
}

function internalsOf(socket: Socket): Internals | undefined {
  const { parser, _handle: handle } = socket as unknown as { parser?: object; _handle?: Partial<Internals['handle']> }
  const { kOnBody } = (parser?.constructor ?? {}) as { kOnBody?: number }
  const named = new Map(Object.getOwnPropertySymbols(socket).map((field) => [field.description, field]))
  const [kBuffer, kBufferCb, kBufferGen] = ['kBuffer', 'kBufferCb', 'kBufferGen'].map((name) => named.get(name))
  const isExpected =
    !(socket instanceof TLSSocket) &&
    parser !== undefined &&
    typeof kOnBody === 'number' &&
    typeof (parser as Internals['parser'])[kOnBody] === 'function' &&
    typeof handle?.useUserBuffer === 'function' &&
    typeof handle.readStart === 'function' &&
    typeof handle.reading === 'boolean'
  if (!isExpected || !kBuffer || !kBufferCb || !kBufferGen) return undefined
  return {
    handle: handle as Internals['handle'],
    parser: parser as Internals['parser'],
    onBody: kOnBody,
    fields: { kBuffer, kBufferCb, kBufferGen },
  }
}

class RawSocket {
  /** Whether reading has stopped until the destination accepts more. */
  isHeldUp = false
  readonly socket: Socket
  readonly whenReady: Promise<void>
  readonly #internals: Internals
  readonly #onBody: unknown
  readonly #free: Buffer[] = []
  /** What the socket reads into. */
  #current: Buffer = NOTHING
  /** What gets the bytes instead of the request. */
  #run: Run | undefined

  static of(socket: Socket): RawSocket | undefined {
    const internals = openSockets < MAX_SOCKETS ? internalsOf(socket) : undefined
    return internals && new RawSocket(socket, internals)
  }

  private constructor(socket: Socket, internals: Internals) {
    this.socket = socket
    this.#internals = internals
    this.#onBody = internals.parser[internals.onBody]
    openSockets++
    socket.once('close', () => openSockets--)
    // The parser may be in the middle of a chunk: without its callback, the rest of the body in it would be lost.
    this.whenReady = setImmediate().then(() => {
      if (!socket.destroyed) this.#takeOver()
    })
  }

  #takeOver(): void {
    const { socket } = this
    const { handle, fields } = this.#internals
    // Until somebody listens to the socket, the parser reads from the handle; from then on, it listens too.
    const listener = () => {}
    socket.on('data', listener)
    socket.removeListener('data', listener)
    const first = this.#nextBuffer()
    Object.assign(socket, {
      [fields.kBuffer]: first,
      [fields.kBufferCb]: (length: number) => this.#receive(length),
      [fields.kBufferGen]: () => this.#nextBuffer(),
    })
    handle.useUserBuffer(first)
  }

  begin(run: Run): void {
    const { parser, onBody } = this.#internals
    this.#run = run
    parser[onBody] = undefined
    // `read` passes what the socket has buffered to the parser, too.
    const buffered: Buffer | null = this.socket.read(Math.min(run.left, this.socket.readableLength))
    if (buffered !== null) run.receive(buffered, () => {})
    if (run.left === 0) this.end()
    else this.#resume()
  }

  /** The request gets what follows. */
  end(): void {
    const { parser, onBody } = this.#internals
    this.#run = undefined
    parser[onBody] = this.#onBody
    this.#resume()
  }

  #resume(): void {
    const { handle } = this.#internals
    this.isHeldUp = false
    if (this.socket.destroyed || handle.reading) return
    handle.reading = true
    handle.readStart()
  }

  /**
   * One that nothing uses: whoever starts reading again, bytes that are still being written aren't overwritten. It ends with the
   * run, because what doesn't belong to one is copied.
   */
  #nextBuffer(): Buffer {
    this.#current = this.#free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES)
    return this.#current.subarray(0, this.#run?.left ?? COPIED_BYTES)
  }

  /** Returns whether to continue reading. */
  #receive(length: number): boolean {
    const buffer = this.#current
    const bytes = buffer.subarray(0, length)
    const run = this.#run
    if (run === undefined) {
      this.#free.push(buffer)
      return this.socket.push(Buffer.from(bytes))
    }
    const taken = bytes.subarray(0, run.left)
    const rest = Buffer.from(bytes.subarray(taken.length))
    const isReusable = run.receive(taken, () => {
      this.#free.push(buffer)
      if (this.#run === run) this.#resume()
    })
    // Keeps the parser in step.
    this.socket.emit('data', taken)
    if (run.left > 0) {
      this.isHeldUp = !isReusable
      return isReusable
    }
    this.end()
    return rest.length === 0 || this.socket.push(rest)
  }
}

/** A part of a body whose bytes are still in the socket. */
class Run implements ByteRun {
  readonly length: number
  left: number
  readonly #raw: RawSocket
  readonly #request: IncomingMessage
  /** Undefined while the bytes are skipped. */
  #destination: Writable | undefined
  /** Of the reading in progress. */
  #end: PromiseWithResolvers<void> | undefined

  constructor(raw: RawSocket, request: IncomingMessage, length: number) {
    this.#raw = raw
    this.#request = request
    this.length = length
    this.left = length
  }

  async sendTo(destination: Writable): Promise<void> {
    if (destination.destroyed) return
    this.#destination = destination
    const stop = () => {
      if (this.#destination === destination) this.#stop()
    }
    destination.once('close', stop)
    await this.#read().finally(() => destination.removeListener('close', stop))
  }

  /** Takes over from `sendTo`, whose destination may no longer accept anything. */
  async skip(): Promise<void> {
    this.#destination = undefined
    await this.#read()
  }

  /** Returns whether the memory of the bytes may be reused at once; otherwise, `onReusable` is called later. */
  receive(bytes: Buffer, onReusable: () => void): boolean {
    let isWritten = false
    const onWritten = () => {
      if (isWritten) return
      isWritten = true
      onReusable()
    }
    this.left -= bytes.length
    this.#destination?.write(bytes, onWritten)
    // The kernel has them already, and the callback comes later.
    if ((this.#destination?.writableLength ?? 0) === 0) onWritten()
    if (this.left === 0) this.#stop()
    return isWritten
  }

  async #read(): Promise<void> {
    await this.#raw.whenReady
    if (this.left === 0) return
    const end = this.#end ?? this.#begin()
    if (this.#end !== undefined) this.#raw.begin(this)
    await end.promise
  }

  #begin(): PromiseWithResolvers<void> {
    const end = Promise.withResolvers<void>()
    this.#end = end
    this.#raw.socket.once('close', this.#onDisconnect)
    if (this.#raw.socket.destroyed) this.#onDisconnect()
    else this.#receiveBuffered()
    return end
  }

  readonly #onDisconnect = () => this.#stop(new AppError('UploadIncomplete'))

  #stop(error?: AppError): void {
    const end = this.#end
    this.#end = undefined
    this.#raw.socket.removeListener('close', this.#onDisconnect)
    if (this.left > 0) this.#raw.end()
    if (error) end?.reject(error)
    else end?.resolve()
  }

  /** What the parser has already given to the request. */
  #receiveBuffered(): void {
    const buffered: Buffer | null = this.#request.read()
    if (buffered === null) return
    const taken = buffered.subarray(0, this.left)
    if (taken.length < buffered.length) this.#request.unshift(buffered.subarray(taken.length))
    this.receive(taken, () => {})
  }
}
