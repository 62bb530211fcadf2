import { isIP } from 'node:net'
import { hostname } from 'node:os'

/**
 * Whether the console answers under a Host header. Names that a stranger's DNS could point at this machine are refused, so
 * that a page elsewhere cannot turn into this origin (DNS rebinding): allowed are IP addresses, localhost, the machine's own
 * name and what the settings list.
 */
export function hostCheck(allowed: readonly string[]): (host: string) => boolean {
  const own = hostname().toLowerCase()
  const short = own.split('.')[0] ?? own
  const names = new Set(['localhost', own, short, `${short}.local`, ...allowed.map((name) => name.toLowerCase())])
  return (host) => {
    const name = hostName(host)
    return isIP(name) !== 0 || name.endsWith('.localhost') || names.has(name)
  }
}

/** The name in a Host header: without port, without the brackets of IPv6, in lower case, without a final dot. */
export function hostName(host: string): string {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]*))(?::\d+)?$/i.exec(host.trim())
  return (match?.[1] ?? match?.[2] ?? '').toLowerCase().replace(/\.$/, '')
}
