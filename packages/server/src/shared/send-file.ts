import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { attachment } from './content-disposition.ts'

/** Sends a file as it arrives. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: { name: string; type: string; bytes: AsyncIterable<Uint8Array> },
): Promise<FastifyReply> {
  reply.code(200).headers({
    'content-type': file.type,
    'content-disposition': attachment(file.name),
    'cache-control': 'no-store',
  })
  reply.hijack()
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  await pipeline(Readable.from(file.bytes, { objectMode: false }), reply.raw).catch((error) => {
    // The headers are already sent: only an aborted transfer shows that the file is incomplete.
    request.log.warn({ cause: String(error) }, `${file.name} was interrupted`)
  })
  return reply
}
