import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StorageClient } from '@cooperage/storage-client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beginningInTime } from '../shared/request-signal.ts'
import { attachment } from './content-disposition.ts'
import { type Contents, zipEntries } from './zip-entries.ts'
import { zip } from './zip-writer.ts'

/** A visitor who takes nothing for this long has gone without saying so. */
const IDLE_MS = 300_000

/**
 * Sends an archive as a download named after `path`, while it is being made. What is missing or refused at its beginning is
 * answered with a status; whatever fails later breaks the transfer off, which no browser takes for a finished download.
 */
export async function sendZip(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { storage, ...contents }: Contents & { storage: StorageClient },
): Promise<FastifyReply> {
  const beginning = beginningInTime(storage)
  const entries = zipEntries(beginning.storage, contents)
  const first = await entries.next().finally(beginning.begun)
  reply.code(200).headers({
    'content-type': 'application/zip',
    'content-disposition': attachment(`${path.replace(/\/$/, '')}.zip`),
    'cache-control': 'private, no-cache',
  })
  reply.hijack()
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  reply.raw.setTimeout(IDLE_MS, () => reply.raw.destroy())
  const archive = Readable.from(zip(beginningWith(first, entries)), { objectMode: false, highWaterMark: 64 * 1024 })
  await pipeline(archive, reply.raw).catch((error) => {
    // The head is out: all that can be told is that the transfer breaks off, which the pipeline has seen to.
    request.log.warn({ cause: String(error) }, 'zip download broke off')
  })
  reply.raw.setTimeout(0)
  return reply
}

async function* beginningWith<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    if (!first.done) yield first.value
    yield* rest
  } finally {
    // Ended before `rest` was asked for anything, it would otherwise never hear of it.
    await rest.return(undefined)
  }
}
