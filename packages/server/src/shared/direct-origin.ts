import { isIP } from 'node:net'
import type { DirectObstacle } from '@cooperage/contract'
import type { StorageEndpoint } from '@cooperage/storage-client'
import type { FastifyRequest } from 'fastify'
import { hostName, isLoopbackName } from './allowed-hosts.ts'
import type { ServerSettings } from './settings.ts'

/** Where the visitor's browser reaches the storage server; without an origin why it can't, as far as the console can say. */
interface DirectOrigin {
  origin: string
  obstacle: DirectObstacle
}

type Settings = Pick<ServerSettings, 'transfers' | 'storageUrl' | 'storagePublicUrl' | 'runsEngine' | 'tenant'>

/**
 * The public address of the settings, otherwise the one that the console uses. The console's own engine listens where the console
 * does, so who reaches the console under a name reaches the engine under that name. Whether anything responds there, and allows the
 * page to read it, only the browser can find out (decision 35).
 */
export function directOrigin(
  request: Pick<FastifyRequest, 'host' | 'protocol'>,
  { transfers = 'auto', storageUrl, storagePublicUrl, runsEngine = false, tenant }: Settings,
): DirectOrigin {
  if (transfers === 'console') return without('off')
  const url = new URL((storagePublicUrl ?? storageUrl).origin)
  const page = hostName(request.host)
  if (isLoopbackUrl(url) && !isLoopbackName(page)) {
    if (!runsEngine) return without('loopback')
    url.hostname = isIP(page) === 6 ? `[${page}]` : page
  } else if (storagePublicUrl === undefined && transfers === 'auto') {
    if (tenant !== undefined || isInternal(url)) return without('internal')
  }
  if (request.protocol === 'https' && url.protocol === 'http:' && !isLoopbackUrl(url)) return without('insecure')
  // Policies of pages have no way to write the address of IPv6, but this machine has a name.
  if (url.hostname === '[::1]') url.hostname = 'localhost'
  else if (url.hostname.startsWith('[')) return without('ipv6')
  return { origin: url.origin, obstacle: '' }
}

/** The same for objects: the page may connect to one host of the storage server, not to those of its buckets. */
export function directWayOf(
  request: Parameters<typeof directOrigin>[0],
  { isVirtualHosted }: Pick<StorageEndpoint, 'isVirtualHosted'>,
  settings: Settings,
): DirectOrigin {
  return isVirtualHosted ? without('hosts') : directOrigin(request, settings)
}

function without(obstacle: DirectObstacle): DirectOrigin {
  return { origin: '', obstacle }
}

function isLoopbackUrl({ hostname }: URL): boolean {
  return isLoopbackName(hostname.replace(/^\[|\]$/g, ''))
}

/**
 * Names of a cluster or a container network. In the network of the visitor they are nobody's or somebody else's, who could receive
 * what is uploaded.
 */
function isInternal({ hostname }: URL): boolean {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || isLoopbackName(hostname)) return false
  return !hostname.includes('.') || /\.(?:svc|internal|cluster\.local)$/.test(hostname)
}
