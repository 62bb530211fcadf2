import type { FastifyInstance } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }

/** For load balancers and service managers: the console itself is running. Says nothing about the storage server. */
export function healthRoutes(app: FastifyInstance): void {
  const options = { schema: { hide: true }, config: { isQuiet: true } }
  app.get('/healthz', options, async () => ({ status: 'ok', version: packageJson.version }))
}
