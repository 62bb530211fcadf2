import type { StorageClient } from '@cooperage/storage-client'
import type { FastifyReply } from 'fastify'

/** A visitor gets an answer within 10 s: what the storage has not done by then is reported as a timeout. */
export const STORAGE_DEADLINE_MS = 9_000

/**
 * Ends what is done for a request once nobody waits for it any more: the visitor has gone, or, for calls that are no
 * transfer, the deadline has come (then the reason is a `TimeoutError`).
 */
export function requestSignal(reply: FastifyReply, isLong: boolean): AbortSignal {
  const controller = new AbortController()
  const timer = isLong
    ? undefined
    : setTimeout(() => controller.abort(new DOMException('The deadline is over', 'TimeoutError')), STORAGE_DEADLINE_MS)
  reply.raw.once('close', () => {
    clearTimeout(timer)
    if (!reply.raw.writableFinished) controller.abort(new DOMException('The visitor has gone', 'AbortError'))
  })
  return controller.signal
}

/** A storage that has to bring something within the deadline, and may take as long as it likes once `begun` was called. */
export function beginningInTime(storage: StorageClient): { storage: StorageClient; begun: () => void } {
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new DOMException('The deadline is over', 'TimeoutError')),
    STORAGE_DEADLINE_MS,
  )
  const signals = storage.signal === undefined ? [late.signal] : [storage.signal, late.signal]
  return { storage: { ...storage, signal: AbortSignal.any(signals) }, begun: () => clearTimeout(timer) }
}
