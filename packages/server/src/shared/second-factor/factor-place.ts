import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { hostName, isLoopbackName } from '../allowed-hosts.ts'
import type { Services } from '../services.ts'
import type { FactorPlace } from './second-factors.ts'

/** Where the browser of a request sees this console. Browsers have passkeys only for host names, with HTTPS or on their own machine. */
export function factorPlace(
  { protocol, host, ip }: FastifyRequest,
  { settings }: Pick<Services, 'settings'>,
): FactorPlace {
  const name = hostName(host)
  const title = settings.server?.title
  const issuer = `Cooperage ${title === undefined ? name : `${title} (${name})`}`
  const isSecure = protocol === 'https' || isLoopbackName(name)
  const passkeys =
    isSecure && isIP(name) === 0 ? { origin: new URL(`${protocol}://${host}`).origin, host: name } : undefined
  return { issuer, address: ip, passkeys }
}
