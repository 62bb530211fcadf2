import { AppError } from '@cooperage/contract'
import type { FastifyInstance } from 'fastify'

/**
 * JSON everywhere, multipart forms where the contract says so, nothing else: text and URL-encoded forms are what a page of
 * another site can send without asking first.
 */
export function acceptBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('multipart/form-data', (request, _payload, done) => {
    // The handler reads the form itself, as it arrives.
    if (request.routeOptions.config.isForm) return done(null)
    done(new AppError('UnsupportedMediaType', { expected: 'application/json' }))
  })
}
