import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StorageClient } from '@cooperage/storage-client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beginningWith } from '../shared/beginning-with.ts'
import { attachment } from '../shared/content-disposition.ts'
import { withResponseDeadline } from '../shared/request-signal.ts'
import { type Contents, zipEntries } from './zip-entries.ts'
import { zip } from './zip-writer.ts'

/** A client that reads nothing for this long counts as disconnected. */
const IDLE_MS = 300_000

const GATHERED_BYTES = 64 * 1024
/** Entries of a slow storage server are not held back for longer than about this. */
const GATHERED_MS = 500

/**
 * Sends an archive as a download named after `path` while it is being created. What is missing or denied at the start is
 * returned with a status; a later failure aborts the transfer, which no browser treats as a finished download.
 */
export async function sendZip(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { storage, ...contents }: Contents & { storage: StorageClient },
): Promise<FastifyReply> {
  const beginning = withResponseDeadline(storage)
  const entries = zipEntries(beginning.storage, contents)
  const first = await entries.next().finally(beginning.onResponse)
  reply.code(200).headers({
    'content-type': 'application/zip',
    'content-disposition': attachment(`${path.replace(/\/$/, '')}.zip`),
    'cache-control': 'private, no-cache',
  })
  reply.hijack()
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  if (request.method === 'HEAD') {
    await entries.return(undefined)
    reply.raw.end()
    return reply
  }
  reply.raw.setTimeout(IDLE_MS, () => reply.raw.destroy())
  const bytes = gathered(zip(beginningWith(first, entries)))
  const archive = Readable.from(bytes, { objectMode: false, highWaterMark: GATHERED_BYTES })
  await pipeline(archive, reply.raw).catch((error) => {
    // The headers are sent: the only way to signal the failure is to abort the transfer, which the pipeline has done.
    request.log.warn({ cause: String(error) }, 'zip download broke off')
  })
  reply.raw.setTimeout(0)
  return reply
}

/** Small entries are sent together: each write to the socket costs more than the copy. The first one is sent immediately. */
async function* gathered(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let batch: Uint8Array[] = []
  let bytes = 0
  let sentAt = Number.NEGATIVE_INFINITY
  for await (const chunk of chunks) {
    batch.push(chunk)
    bytes += chunk.length
    if (bytes < GATHERED_BYTES && performance.now() - sentAt < GATHERED_MS) continue
    yield batch.length === 1 ? chunk : Buffer.concat(batch, bytes)
    batch = []
    bytes = 0
    sentAt = performance.now()
  }
  if (bytes > 0) yield Buffer.concat(batch, bytes)
}
