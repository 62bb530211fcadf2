import type { OutgoingHttpHeaders } from 'node:http'
import type { GetObjectResponse } from '@cooperage/storage-client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { attachment } from '../shared/content-disposition.ts'
import type { DownloadConditions } from './get-resumable.ts'

const CONDITIONS = [
  'range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
] as const satisfies readonly (keyof DownloadConditions)[]

/** Headers of the object that are passed through to the visitor. */
const PASSED_ON = [
  'content-length',
  'content-range',
  'content-type',
  'content-encoding',
  'content-language',
  'etag',
  'last-modified',
  'accept-ranges',
] as const

/** Whatever type the object claims to be, opened in a browser it may not run or load anything. */
const DOWNLOAD_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Sends an object as a download named after its key. */
export async function sendObject(
  { log }: FastifyRequest,
  reply: FastifyReply,
  key: string,
  object: GetObjectResponse,
): Promise<FastifyReply> {
  for (const name of PASSED_ON) {
    const value = object.headers[name]
    if (value !== undefined) reply.header(name, value)
  }
  reply.code(object.status).headers({
    'content-disposition': attachment(key),
    'content-security-policy': DOWNLOAD_POLICY,
    'cache-control': 'private, no-cache',
  })
  reply.hijack()
  reply.raw.writeHead(object.status, reply.getHeaders() as OutgoingHttpHeaders)
  await object.sendTo(reply.raw).catch((error) => {
    // The headers are sent: the only way to signal the failure is to abort the transfer, which `sendTo` has done.
    log.warn({ cause: String(error) }, 'download broke off')
  })
  return reply
}

export function conditionsOf(request: FastifyRequest): DownloadConditions {
  const conditions: DownloadConditions = {}
  for (const name of CONDITIONS) {
    const value = request.headers[name]
    if (typeof value === 'string') conditions[name] = value
  }
  return conditions
}
