import type { FastifyInstance, FastifyRequest } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }

/**
 * For load balancers and service managers: the console itself is running. Says nothing about the storage server, and only to
 * signed-in visitors which version it is.
 */
export function healthRoutes(app: FastifyInstance, isSignedIn: (request: FastifyRequest) => Promise<boolean>): void {
  const options = { schema: { hide: true }, config: { isQuiet: true } }
  app.get('/healthz', options, async (request) => ({
    status: 'ok',
    ...((await isSignedIn(request)) && { version: packageJson.version }),
  }))
}
