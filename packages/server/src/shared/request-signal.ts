import type { StorageClient } from '@cooperage/storage-client'
import type { FastifyReply } from 'fastify'

/** Visitors get a response within 10 s: whatever the storage server hasn't done by then is reported as a timeout. */
export const STORAGE_DEADLINE_MS = 9_000

/**
 * Aborts the work for a request when the client disconnects or, unless the call is a transfer, at the deadline (then the
 * reason is a `TimeoutError`).
 */
export function requestSignal(reply: FastifyReply, isLong: boolean): AbortSignal {
  const controller = new AbortController()
  const timer = isLong
    ? undefined
    : setTimeout(() => controller.abort(new DOMException('The deadline is over', 'TimeoutError')), STORAGE_DEADLINE_MS)
  // Node warns of a leak above ten. A stream adds seven listeners to the four of each request.
  reply.raw.setMaxListeners(20)
  reply.raw.once('close', () => {
    clearTimeout(timer)
    if (!reply.raw.writableFinished) controller.abort(new DOMException('The client disconnected', 'AbortError'))
  })
  return controller.signal
}

/** A storage client that must start to respond within the deadline, and has no time limit once `onResponse` was called. */
export function withResponseDeadline(storage: StorageClient): { storage: StorageClient; onResponse: () => void } {
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new DOMException('The deadline is over', 'TimeoutError')),
    STORAGE_DEADLINE_MS,
  )
  const signals = storage.signal === undefined ? [late.signal] : [storage.signal, late.signal]
  return { storage: { ...storage, signal: AbortSignal.any(signals) }, onResponse: () => clearTimeout(timer) }
}
