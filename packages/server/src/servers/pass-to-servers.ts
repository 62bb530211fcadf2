import type { IncomingMessage } from 'node:http'
import { AppError } from '@cooperage/contract'
import type { FastifyInstance } from 'fastify'
import type { BasedUrl } from '../shared/base-path.ts'
import { handleUpgrades } from '../shared/live/upgrades.ts'

const ADDRESS = /^\/servers\/([a-z0-9-]+)(?=[/?]|$)/

/** Where the console of a storage server sees the requests that were passed on to it. */
export type Passed = WeakMap<IncomingMessage, BasedUrl>

/**
 * Serves the consoles of storage servers below `/servers/{name}/`: pages, calls, live views, uploads and downloads, without
 * reading their bodies. Each checks its own session.
 */
export function passToServers(
  app: FastifyInstance,
  /** Undefined for an unknown name. It is open already, or opens for this request. */
  consoleOf: (name: string) => Promise<FastifyInstance> | undefined,
  passed: Passed,
): void {
  handleUpgrades(app)
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/servers/*',
    schema: { hide: true },
    config: { isQuiet: true },
    onRequest: async (request, reply) => {
      // Read as it is written, never decoded, so that what is checked is what is used.
      const [whole = '', name = ''] = ADDRESS.exec(request.url) ?? []
      const opening = consoleOf(name)
      if (opening === undefined) throw new AppError('NotFound')
      const inner = await opening
      const rest = request.url.slice(whole.length)
      const url = rest.startsWith('/') ? rest : `/${rest}`
      passed.set(request.raw, { basePath: `${request.basePath}servers/${name}/`, url })
      reply.hijack()
      inner.routing(request.raw, reply.raw)
    },
    handler: (request) => {
      throw new Error(`${request.method} was not passed to the console of a storage server`)
    },
  })
}
