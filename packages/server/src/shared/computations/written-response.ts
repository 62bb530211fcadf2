import type { FastifyReply } from 'fastify'

/** A response as a thread writes it, so that neither a large object is copied between threads nor its JSON written in the main one. */
export interface WrittenResponse {
  response: Uint8Array<ArrayBuffer>
}

/** Unlike a buffer, they share their memory with nothing, so they can move to another thread. */
export function bytesOf(response: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(response))
}

export function sendWritten(reply: FastifyReply, { response }: WrittenResponse): FastifyReply {
  return reply
    .code(200)
    .type('application/json; charset=utf-8')
    .send(Buffer.from(response.buffer, response.byteOffset, response.length))
}
