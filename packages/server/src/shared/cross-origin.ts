/** What the check needs of a request. `host` and `protocol` are the visitor's, seen through trusted proxies. */
export interface OriginFacts {
  method: string
  /** Whether it asks to become a socket, to which browsers send cookies from any page. */
  asksForSocket: boolean
  host: string
  protocol: string
  origin: string | undefined
  secFetchSite: string | undefined
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const DEFAULT_PORT: Record<string, string> = { 'http:': '80', 'https:': '443' }

/**
 * Whether a request was made by a page of another origin. Browsers send Origin with every unsafe method and every socket;
 * it must be the console's own. Sec-Fetch-Site only tightens, since browsers send it on secure contexts alone. A request with neither
 * comes from no browser, and then no cookie of a victim rides along.
 */
export function isCrossOrigin({ method, asksForSocket, host, protocol, origin, secFetchSite }: OriginFacts): boolean {
  if (SAFE.has(method) && !asksForSocket) return false
  if (secFetchSite !== undefined && secFetchSite !== 'same-origin' && secFetchSite !== 'none') return true
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const from = new URL(origin)
  // Without TLS here it may end at a proxy that nobody declared: then https is what the visitor sees, and right.
  if (protocol === 'https' && from.protocol !== 'https:') return true
  return withPort(from.host, from.protocol) !== withPort(host.toLowerCase(), from.protocol)
}

function withPort(host: string, scheme: string): string {
  return /:\d+$/.test(host) ? host : `${host}:${DEFAULT_PORT[scheme] ?? ''}`
}
