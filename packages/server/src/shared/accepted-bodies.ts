import { AppError } from '@cooperage/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { jsonProblem } from './json-size.ts'

/**
 * JSON everywhere, multipart forms and bytes where the contract declares them, nothing else: text and URL-encoded forms are what a page
 * of another site can send without a preflight request.
 */
export function acceptBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Older clients announce JSON and send nothing.
    if (body.length === 0 && isOptional(request)) return done(null, undefined)
    const reason = jsonProblem(body)
    if (reason === undefined) parse(request, body.toString(), done)
    else done(new AppError('InvalidInput', { reason }))
  })
  app.addContentTypeParser('multipart/form-data', (request, _payload, done) => {
    // The handler parses the form itself, as it arrives.
    if (request.routeOptions.config.isForm) return done(null)
    done(new AppError('UnsupportedMediaType', { expected: 'application/json' }))
  })
  app.addContentTypeParser('application/octet-stream', (request, _payload, done) => {
    if (request.routeOptions.config.isStream) return done(null)
    done(new AppError('UnsupportedMediaType', { expected: 'application/json' }))
  })
}

/** Whether a call may be made without a body. */
function isOptional({ routeOptions: { schema } }: FastifyRequest): boolean {
  const body = schema?.body as z.ZodMiniType | undefined
  return body === undefined || body.safeParse(undefined).success
}
