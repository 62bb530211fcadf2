import {
  AppError,
  downloadObjects,
  downloadSelection,
  reasonText,
  SELECTION_FIELD,
  SELECTION_FORM_LIMIT,
  type Text,
} from '@cooperage/contract'
import { readAtMost } from '@cooperage/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { formBoundary, formParts } from '../shared/form-parts.ts'
import { validated } from '../shared/input-problems.ts'
import { jsonProblem } from '../shared/json-size.ts'
import { watchBodyRate } from '../shared/request-limits.ts'
import { sendZip } from './send-zip.ts'

/** The form is submitted into an iframe of the page, which shows errors in its own words. */
const REFUSAL_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
}

export function downloadSelectionRoute({ routes }: Registry): void {
  routes.withSession(
    downloadObjects,
    async ({ params, request, reply, storage }) => {
      reply.headers(REFUSAL_HEADERS)
      const bucket = validBucketName(params.bucket)
      const { prefix, paths } = await readSelection(request, reply)
      if (!paths.every((path) => path.startsWith(prefix) && path.length > prefix.length)) {
        throw new AppError('InvalidInput', { reason: reasonText('pathOutsidePrefix') })
      }
      return await sendZip(request, reply, prefix || bucket, { storage, bucket, paths, base: prefix })
    },
    { isLong: true },
  )
}

async function readSelection(request: FastifyRequest, reply: FastifyReply): Promise<z.infer<typeof downloadSelection>> {
  const boundary = formBoundary(request.headers['content-type'])
  const tooLarge = () => new AppError('BodyTooLarge', { limit: SELECTION_FORM_LIMIT })
  if (Number(request.headers['content-length'] ?? 0) > SELECTION_FORM_LIMIT) throw tooLarge()
  watchBodyRate(reply, () => request.raw.destroy(new AppError('RequestTimeout')))
  let json: Buffer = Buffer.alloc(0)
  for await (const part of formParts(request.raw, boundary)) {
    if (part.name !== SELECTION_FIELD || part.fileName !== undefined) continue
    json = await readAtMost(part.content, SELECTION_FORM_LIMIT, tooLarge)
  }
  return validated(downloadSelection, parseJson(json), 'form')
}

function parseJson(json: Buffer): unknown {
  const problem = jsonProblem(json)
  if (problem !== undefined) throw invalid(problem)
  try {
    return JSON.parse(json.toString('utf8'))
  } catch (error) {
    throw invalid(reasonText('isNotJson'), error)
  }
}

function invalid(problem: Text | string, cause?: unknown): AppError {
  return new AppError(
    'InvalidInput',
    { reason: reasonText('unreadableField', { selectionField: SELECTION_FIELD, problem }) },
    { cause },
  )
}
