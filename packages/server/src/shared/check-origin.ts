import { AppError, reasonText } from '@cooperage/contract'
import type { FastifyInstance } from 'fastify'
import { hostName } from './allowed-hosts.ts'
import { isCrossOrigin } from './cross-origin.ts'
import { requestsSocket } from './live/upgrades.ts'

/** Rejects requests for an unknown host name and cross-origin requests before reading their body. */
export function checkOrigins(app: FastifyInstance, isAllowedHost: (host: string) => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host, headers } = request
    // A proxy may have judged another one than Node, which takes the first.
    if ((request.raw.headersDistinct.host?.length ?? 0) > 1) {
      return done(new AppError('InvalidInput', { reason: reasonText('twoHosts') }))
    }
    if (!isAllowedHost(host)) return done(new AppError('HostNotAllowed', { host: hostName(host) }))
    const facts = {
      method: request.method,
      requestsSocket: requestsSocket(request.raw),
      host,
      protocol: request.protocol,
      origin: headers.origin,
      secFetchSite: oneValue(headers['sec-fetch-site']),
    }
    done(isCrossOrigin(facts) ? new AppError('ForeignOrigin') : undefined)
  })
}

function oneValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
