import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, BROTLI_OPTIONS } from '../shared/compress-responses.ts'

/**
 * Sends JSON that arrives in pieces, compressed; every piece is flushed, so that the first rows appear while the rest is
 * still on its way. A failure after the first byte aborts the transfer instead of sending a valid but incomplete document.
 */
export async function sendJsonStream(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
): Promise<FastifyReply> {
  const encoding = acceptedEncoding(request)
  reply.code(200).headers({ 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' })
  const plain = Readable.from(pieces)
  if (encoding === undefined) return await reply.send(plain)
  const encoder =
    encoding === 'br'
      ? createBrotliCompress({ ...BROTLI_OPTIONS, flush: constants.BROTLI_OPERATION_FLUSH })
      : createGzip({ flush: constants.Z_SYNC_FLUSH })
  pipeline(plain, encoder, () => {
    // The encoder passes the failure on to the reply, which aborts; nothing is left to do here.
  })
  return await reply.header('content-encoding', encoding).send(encoder)
}
