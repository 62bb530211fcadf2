/** Sends a response: headers, body with back-pressure, and handling of an unread request body. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ByteStream, HttpResponse, LiveStream } from './response.ts'

/** An unread body up to this length is discarded, so that the connection can be reused. */
const DRAIN_BYTES = 256 * 1024
/**
 * How long the rest of a longer body is discarded after a refusal, before the connection is closed. Closing immediately
 * would reset the connection, and a client that is still sending would never see the response.
 */
const LINGER_MS = 3_000

/** Progress of a response, updated while it is sent. */
export interface Progress {
  /** When the headers were sent, by `performance.now()`; 0 before. */
  headAt: number
  /** Bytes of the body. */
  bytes: number
}

/** `closing` ends live streams. */
export async function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: HttpResponse,
  closing: AbortSignal,
  progress: Progress,
): Promise<void> {
  if (outgoing.destroyed) {
    if (isStream(response.body)) await response.body.close()
    return
  }
  const isBodyUnread = !incoming.complete || incoming.readableLength > 0
  const mustClose = isBodyUnread && !isWorthDraining(incoming)
  const headers = { ...response.headers }
  if (mustClose) headers.connection = 'close'

  if (isStream(response.body)) {
    headers['content-length'] = String(response.body.length)
    outgoing.writeHead(response.status, headers)
    progress.headAt = performance.now()
    await stream(outgoing, response.body, incoming.method === 'HEAD', progress)
    return
  }

  if (isLive(response.body)) {
    outgoing.writeHead(response.status, headers)
    // Clients see that the stream is open, even if nothing happens for a long time.
    outgoing.flushHeaders()
    progress.headAt = performance.now()
    await sendLive(outgoing, response.body, closing, progress)
    return
  }

  const body = Buffer.from(response.body ?? '')
  if (response.status !== 204 && response.status !== 304) {
    // The response to HEAD has the length that GET would have, which operations set in `headers`.
    headers['content-length'] ??= String(body.length)
  }
  outgoing.writeHead(response.status, headers)
  progress.headAt = performance.now()
  progress.bytes = incoming.method === 'HEAD' ? 0 : body.length
  if (mustClose) {
    if (body.length > 0) outgoing.write(body)
    else outgoing.flushHeaders()
    await readOver(incoming, LINGER_MS)
    outgoing.end()
  } else {
    outgoing.end(body)
    if (isBodyUnread) void readOver(incoming, LINGER_MS).then((hasEnded) => hasEnded || incoming.destroy())
  }
}

async function stream(
  response: ServerResponse,
  { bytes, close }: ByteStream,
  isHead: boolean,
  progress: Progress,
): Promise<void> {
  try {
    if (!isHead) {
      for await (const piece of bytes) {
        if (response.destroyed) return
        progress.bytes += piece.length
        await writeOut(response, piece)
      }
    }
    response.end()
  } catch (error) {
    // The status line has been sent: only a broken connection can signal an incomplete body.
    response.destroy()
    throw error
  } finally {
    await close()
  }
}

async function sendLive(
  response: ServerResponse,
  { live }: LiveStream,
  closing: AbortSignal,
  progress: Progress,
): Promise<void> {
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  for await (const text of live(AbortSignal.any([closed.signal, closing]))) {
    if (response.destroyed) break
    progress.bytes += Buffer.byteLength(text)
    if (!response.write(text)) await drained(response)
  }
  response.end()
}

function isStream(body: HttpResponse['body']): body is ByteStream {
  return typeof body === 'object' && 'bytes' in body
}

function isLive(body: HttpResponse['body']): body is LiveStream {
  return typeof body === 'object' && 'live' in body
}

/** Resolves when the bytes are sent and their memory can be reused, or when the connection is closed. */
function writeOut(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    function done(): void {
      response.off('close', done)
      resolve()
    }
    response.on('close', done)
    response.write(bytes, done)
  })
}

/** Resolves when the socket accepts more, or is closed. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    function done(): void {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}

function isWorthDraining(incoming: IncomingMessage): boolean {
  // A client that waits for "100 Continue" doesn't send its body after a refusal, so the wait would never end.
  if (incoming.headers.expect !== undefined) return false
  const length = incoming.headers['content-length']
  return length !== undefined && Number(length) <= DRAIN_BYTES
}

/** Discards the rest of the body. Returns whether it ended in time. */
function readOver(incoming: IncomingMessage, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    if (incoming.complete || incoming.destroyed) {
      incoming.resume()
      resolve(incoming.complete)
      return
    }
    function done(hasEnded: boolean): void {
      clearTimeout(timer)
      incoming.off('end', onEnd).off('close', onClose)
      resolve(hasEnded)
    }
    const onEnd = (): void => done(true)
    const onClose = (): void => done(false)
    const timer = setTimeout(() => done(false), withinMs)
    incoming.on('end', onEnd).on('close', onClose).resume()
  })
}
