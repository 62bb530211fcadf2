/** Bodies that a handler reads as they arrive and passes on to the storage server. */
import { AppError } from '@cooperage/contract'
import { type StorageClient, StorageError } from '@cooperage/storage-client'
import { freeMemory } from '@cooperage/wire'
import type { FastifyReply } from 'fastify'
import { watchBodyRate } from './request-limits.ts'
import type { Services } from './services.ts'

interface Receiving {
  reply: FastifyReply
  storage: StorageClient
  signal: AbortSignal
}

/**
 * Runs work that reads the body of a request. A body that arrives too slowly ends it.
 * @throws AppError RequestTimeout; UploadIncomplete if the client disconnected
 */
export async function whileReceiving<T>(
  { reply, storage, signal }: Receiving,
  uploads: Services['uploads'],
  work: (client: StorageClient & { signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const slow = new AbortController()
  watchBodyRate(reply, () => {
    const reason = new AppError('RequestTimeout')
    // The response may be due before the body has ended: it is sent first, then the connection is closed.
    reply.send(reason)
    slow.abort(reason)
  })
  uploads.running++
  try {
    return await work({ ...storage, signal: AbortSignal.any([signal, slow.signal]) })
  } catch (error) {
    throw slow.signal.aborted && error instanceof StorageError ? slow.signal.reason : brokenOff(error, signal)
  } finally {
    uploads.running--
  }
}

/**
 * The body of a request without `return`: ending it early would close the connection before the response is sent. A chunk is
 * valid until the next one is requested, which frees its memory.
 */
export function stayingOpen(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  let previous: Uint8Array | undefined
  const next = async () => {
    if (previous) freeMemory(previous)
    try {
      const result = await chunks.next()
      previous = result.done ? undefined : result.value
      return result
    } catch (error) {
      throw isReset(error) ? new AppError('UploadIncomplete', {}, { cause: error }) : error
    }
  }
  return { [Symbol.asyncIterator]: () => ({ next }) }
}

/** A body, and how many of its bytes were handed over so far, including those of the piece in use. */
export function meteredBody(pieces: AsyncIterable<Uint8Array>): {
  bytes: AsyncIterable<Uint8Array>
  given: () => number
} {
  let given = 0
  async function* counted() {
    for await (const piece of pieces) {
      given += piece.length
      yield piece
    }
  }
  return { bytes: counted(), given: () => given }
}

/** An interrupted body is the client's failure, whatever error the stream reports. */
function brokenOff(error: unknown, signal: AbortSignal): unknown {
  return signal.aborted || isReset(error) ? new AppError('UploadIncomplete', {}, { cause: error }) : error
}

/** The client disconnected in the middle of the body. */
function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}
