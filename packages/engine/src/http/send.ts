/** Puts an answer on the wire: headers, body with back-pressure, and what to do with a request body nobody read. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ByteStream, HttpResponse, LiveStream } from './response.ts'

/** An unread body of at most this length is read over, so that the connection can be used again. */
const DRAIN_BYTES = 256 * 1024
/**
 * After a refusal the rest of a longer body is read over for this long before the connection is closed. Closing at once
 * would reset the connection, and a client that is still sending would never see the answer.
 */
const LINGER_MS = 3_000

/** How far an answer came; kept up to date while it is sent. */
export interface Progress {
  /** When the head went out, by `performance.now()`; 0 before. */
  headAt: number
  /** Bytes of the body. */
  bytes: number
}

/** `closing` ends what would go on for ever. */
export async function send(
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: HttpResponse,
  closing: AbortSignal,
  progress: Progress,
): Promise<void> {
  if (response.destroyed) {
    if (isStream(answer.body)) await answer.body.close()
    return
  }
  const isBodyUnread = !incoming.complete || incoming.readableLength > 0
  const mustClose = isBodyUnread && !isWorthDraining(incoming)
  const headers = { ...answer.headers }
  if (mustClose) headers.connection = 'close'

  if (isStream(answer.body)) {
    headers['content-length'] = String(answer.body.length)
    response.writeHead(answer.status, headers)
    progress.headAt = performance.now()
    await stream(response, answer.body, incoming.method === 'HEAD', progress)
    return
  }

  if (isLive(answer.body)) {
    response.writeHead(answer.status, headers)
    // Whoever waits for the headers learns that the stream is open, even if nothing happens for long.
    response.flushHeaders()
    progress.headAt = performance.now()
    await sendLive(response, answer.body, closing, progress)
    return
  }

  const body = Buffer.from(answer.body ?? '')
  if (answer.status !== 204 && answer.status !== 304) {
    // The answer to HEAD names the length that GET would have; its own lengths come in `headers`.
    headers['content-length'] ??= String(body.length)
  }
  response.writeHead(answer.status, headers)
  progress.headAt = performance.now()
  progress.bytes = incoming.method === 'HEAD' ? 0 : body.length
  if (mustClose) {
    if (body.length > 0) response.write(body)
    else response.flushHeaders()
    await readOver(incoming, LINGER_MS)
    response.end()
  } else {
    response.end(body)
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
    // The status line is gone: a broken connection is the only way left to say that the body is not whole.
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
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  for await (const text of live(AbortSignal.any([gone.signal, closing]))) {
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

/** Resolves when the bytes are out and their memory may be used again, or when the connection is gone. */
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

/** Resolves when the socket takes more, or will never take any. */
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
  // A client that waits for "100 Continue" does not send its body after a refusal; nothing would end the wait for it.
  if (incoming.headers.expect !== undefined) return false
  const length = incoming.headers['content-length']
  return length !== undefined && Number(length) <= DRAIN_BYTES
}

/** Reads and drops the rest of the body; tells whether it ended within the time. */
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
