import { AppError } from '@cooperage/contract'
import type { FastifyInstance } from 'fastify'
import { FRAMED_ERROR_HEADERS } from '../shared/security-headers.ts'
import type { OperatorSession } from '../shared/session/sealed-session.ts'
import type { SessionKeeper } from '../shared/session/session-keeper.ts'
import type { TenantName } from '../tenants/index.ts'
import type { TenantVisits } from './tenant-visits.ts'

const NAME = '[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?'
const ADDRESS = new RegExp(`^/api/proxy/(${NAME})/(${NAME})(?=[/?]|$)`)

/**
 * A document without an origin, in which a page shows what strangers uploaded. The browser sends no cookies for its files, which
 * this console serves to everyone and that of a tenant doesn't.
 */
const PREVIEW_FRAME = '/preview-frame'

/**
 * Serves the consoles of tenants below `/api/proxy/{namespace}/{tenant}/` (spec operator-mode 2 and 7): pages, calls, live views,
 * uploads and downloads. The body of a request isn't read before the visitor's access to the tenant is verified.
 */
export function passRequests(
  app: FastifyInstance,
  sessions: SessionKeeper<OperatorSession>,
  visits: TenantVisits,
): void {
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/api/proxy/*',
    schema: { hide: true },
    config: { isQuiet: true },
    onRequest: async (request, reply) => {
      reply.headers(FRAMED_ERROR_HEADERS)
      const address = tenantAddress(request.url)
      if (address?.url.split('?', 1)[0] === PREVIEW_FRAME)
        return await reply.redirect(request.basePath + PREVIEW_FRAME.slice(1))
      const visitor = await sessions.of(request).catch((error: unknown) => {
        if (address !== undefined) visits.recordStranger(request, address, error)
        throw error
      })
      if (address === undefined) throw new AppError('NotFound')
      await visits.pass(request, reply, { visitor, ...address })
    },
    handler: (request) => {
      throw new Error(`${request.method} was not passed to the console of a tenant`)
    },
  })
}

/**
 * The tenant that an address names, and the address inside its console. Names are read as they are written, never decoded, so
 * that what is checked is what is used. The rest is left to the tenant's console, which can reach nothing else.
 */
export function tenantAddress(url: string): { place: TenantName; url: string } | undefined {
  const [whole, namespace, tenant] = ADDRESS.exec(url) ?? []
  if (whole === undefined || namespace === undefined || tenant === undefined) return undefined
  const rest = url.slice(whole.length)
  return { place: { namespace, tenant }, url: rest.startsWith('/') ? rest : `/${rest}` }
}
