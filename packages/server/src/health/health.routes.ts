import type { FastifyInstance } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }

/** For load balancers and service managers: the console itself runs. Says nothing about the storage behind it. */
export function healthRoutes(app: FastifyInstance): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok', version: packageJson.version }))
}
