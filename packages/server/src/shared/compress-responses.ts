import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Compressing less than one packet gains nothing. */
const MIN_BYTES = 1_400

export type Encoding = 'br' | 'gzip'

/** A Brotli level that takes about as long as gzip and produces smaller responses. */
export const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Compresses text responses (JSON, the shell). Streams and files set their own encoding. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = typeof payload === 'string' || (Buffer.isBuffer(payload) && isJson(reply))
    if (request.routeOptions.config.isIncompressible) return payload
    if (!isText || payload.length < MIN_BYTES || reply.hasHeader('content-encoding')) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = acceptedEncoding(request)
    if (encoding === undefined) return payload
    reply.header('content-encoding', encoding)
    reply.removeHeader('content-length')
    return await compressed(payload, encoding)
  })
}

/** What another thread has written. */
function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('application/json')
}

export function compressed(payload: string | Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? brotli(payload, BROTLI_OPTIONS) : deflate(payload)
}

/** The encoding of the response. */
export function acceptedEncoding(request: FastifyRequest): Encoding | undefined {
  return acceptedEncodings(request)[0]
}

/** The encodings that a response can have, the better one first; an entry with `q=0` is not acceptable. */
export function acceptedEncodings(request: FastifyRequest): Encoding[] {
  const accepted = new Map<string, boolean>()
  for (const entry of String(request.headers['accept-encoding'] ?? '').split(',')) {
    const [name = '', ...parameters] = entry.trim().toLowerCase().split(';')
    accepted.set(name.trim(), !parameters.some((parameter) => /^\s*q\s*=\s*0(\.0*)?\s*$/.test(parameter)))
  }
  return (['br', 'gzip'] as const).filter((encoding) => accepted.get(encoding))
}
