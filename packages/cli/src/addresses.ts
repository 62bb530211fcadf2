import { networkInterfaces } from 'node:os'

/** The address as part of a URL. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** The host at which processes on this machine reach a server that listens on `host`: a wildcard includes loopback. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

/** All addresses a browser may use for something that listens on `host` and `port`, the one for this machine first. */
export function browserAddresses(host: string, port: number, scheme: 'http' | 'https' = 'http'): string[] {
  const hosts = [reachableHost(host)]
  if (host === '0.0.0.0' || host === '::') {
    for (const addresses of Object.values(networkInterfaces())) {
      for (const { address, family, internal } of addresses ?? []) {
        if (!internal && family === 'IPv4') hosts.push(address)
      }
    }
  }
  return hosts.map((one) => `${scheme}://${urlHost(one)}:${port}`)
}
