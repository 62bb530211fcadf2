/**
 * Reads request bodies as a stream with back-pressure, bounded buffering and a minimum rate.
 */
import type { IncomingMessage } from 'node:http'
import { freeMemory, WireError } from '@cooperage/wire'

/** Bytes to buffer before the socket is paused. */
const HIGH_WATER_BYTES = 1024 * 1024
/** Minimum bytes per window that a client must send while it is waited for, so that idle senders don't hold slots. */
const WINDOW_MS = 15_000
const MIN_BYTES_PER_WINDOW = 15 * 1024

/** Tests use short times. */
export interface RateLimits {
  windowMs: number
  minBytes: number
}

/**
 * Streams the body. A chunk is valid until the next one is requested, which frees its memory. Only time spent waiting for the client counts against the minimum rate, not the time of the consumer.
 * Stopping early leaves the rest unread.
 * @throws ClientDisconnected, WireError RequestTimeout
 */
export async function* receive(
  incoming: IncomingMessage,
  limits: RateLimits = { windowMs: WINDOW_MS, minBytes: MIN_BYTES_PER_WINDOW },
): AsyncGenerator<Uint8Array> {
  let queue: Uint8Array[] = []
  let queued = 0
  let failure: Error | undefined
  let hasEnded = incoming.readableEnded
  let wake: () => void = () => {}

  let waitedMs = 0
  let waitingSince = 0
  let bytesInWindow = 0

  function onData(bytes: Uint8Array): void {
    queue.push(bytes)
    queued += bytes.length
    bytesInWindow += bytes.length
    if (queued >= HIGH_WATER_BYTES) incoming.pause()
    wake()
  }
  function onEnd(): void {
    hasEnded = true
    wake()
  }
  function onClose(): void {
    if (!incoming.complete)
      failure ??= new ClientDisconnected('the client closed the connection within its request body')
    hasEnded = true
    wake()
  }
  function onError(): void {
    // Whatever the error (a reset, a broken chunk), the connection can't be used any more.
    failure ??= new ClientDisconnected('the request body broke off')
    wake()
  }
  function checkRate(): void {
    const waiting = waitedMs + (waitingSince > 0 ? performance.now() - waitingSince : 0)
    if (waiting < limits.windowMs) return
    if (bytesInWindow < limits.minBytes) {
      failure ??= new WireError(
        'RequestTimeout',
        400,
        'Your socket connection to the server was not read from or written to within the timeout period.',
      )
      wake()
    }
    waitedMs = 0
    bytesInWindow = 0
    if (waitingSince > 0) waitingSince = performance.now()
  }

  const ticker = setInterval(checkRate, limits.windowMs / 3)
  incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onError)
  if (incoming.destroyed) onClose()
  try {
    for (;;) {
      if (queue.length > 0) {
        const batch = queue
        queue = []
        queued = 0
        for (const bytes of batch) {
          yield bytes
          freeMemory(bytes)
        }
        continue
      }
      if (failure !== undefined) throw failure
      if (hasEnded) return
      await new Promise<void>((resolve) => {
        wake = resolve
        waitingSince = performance.now()
        incoming.resume()
      })
      waitedMs += performance.now() - waitingSince
      waitingSince = 0
    }
  } finally {
    clearInterval(ticker)
    incoming.off('data', onData).off('end', onEnd).off('close', onClose)
    // The error listener stays, because a later reset must not crash the process.
    if (!hasEnded) incoming.pause()
  }
}

/** The client closed its connection before the end of the exchange. */
export class ClientDisconnected extends Error {
  override name = 'ClientDisconnected'
}
