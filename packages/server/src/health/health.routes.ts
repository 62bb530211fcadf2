import type { FastifyInstance } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }

/** For load balancers and service managers: the console itself is running. Says nothing about the storage server. */
export function healthRoutes(app: FastifyInstance): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok', version: packageJson.version }))
}
