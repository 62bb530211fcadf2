/** The facts that the check needs. `host` and `protocol` are the visitor's, as reported by trusted proxies. */
export interface OriginFacts {
  method: string
  /** Whether it requests a WebSocket upgrade, for which browsers send cookies from any origin. */
  requestsSocket: boolean
  host: string
  protocol: string
  origin: string | undefined
  secFetchSite: string | undefined
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const DEFAULT_PORT: Record<string, string> = { 'http:': '80', 'https:': '443' }

/**
 * Whether a request comes from a page of another origin. Browsers send Origin with every unsafe method and every WebSocket
 * upgrade; it must be the console's own. Sec-Fetch-Site only adds checks, because browsers send it in secure contexts only.
 * A request with neither doesn't come from a browser, so it can't contain a victim's cookie.
 */
export function isCrossOrigin({ method, requestsSocket, host, protocol, origin, secFetchSite }: OriginFacts): boolean {
  if (SAFE.has(method) && !requestsSocket) return false
  if (secFetchSite !== undefined && secFetchSite !== 'same-origin' && secFetchSite !== 'none') return true
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const from = new URL(origin)
  // TLS may end at a proxy that isn't configured as trusted; then https is what the visitor sees.
  if (protocol === 'https' && from.protocol !== 'https:') return true
  return withPort(from.host, from.protocol) !== withPort(host.toLowerCase(), from.protocol)
}

function withPort(host: string, scheme: string): string {
  return /:\d+$/.test(host) ? host : `${host}:${DEFAULT_PORT[scheme] ?? ''}`
}
