import type { OutgoingHttpHeaders } from 'node:http'
import { downloadObject } from '@cooperage/contract'
import type { FastifyRequest } from 'fastify'
import { validBucketName } from '../buckets/index.ts'
import { attachment } from '../shared/content-disposition.ts'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { type DownloadConditions, getResumable } from './get-resumable.ts'
import { sendZip } from './send-zip.ts'

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

export function downloadRoute({ routes }: Registry): void {
  routes.withSession(
    downloadObject,
    async ({ params, query, request, reply, storage }) => {
      const bucket = validBucketName(params.bucket)
      const key = query.prefix
      if (key.endsWith('/') && !query.version_id) {
        const base = key.slice(0, key.lastIndexOf('/', key.length - 2) + 1)
        return await sendZip(request, reply, key, { storage, bucket, paths: [key], base })
      }
      const options = {
        conditions: conditionsOf(request),
        ...(query.version_id && { versionId: query.version_id }),
      }
      const object = await withStorageErrors(
        { action: 's3:GetObject', bucket, key },
        getResumable(storage, bucket, key, options),
      )
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
        request.log.warn({ cause: String(error) }, 'download broke off')
      })
      return reply
    },
    { isLong: true },
  )
}

function conditionsOf(request: FastifyRequest): DownloadConditions {
  const conditions: DownloadConditions = {}
  for (const name of CONDITIONS) {
    const value = request.headers[name]
    if (typeof value === 'string') conditions[name] = value
  }
  return conditions
}
