import { isIP } from 'node:net'
import { hostname } from 'node:os'

/**
 * Whether the console responds under a Host header. Names that an attacker's DNS could point at this machine are rejected, so
 * that no other page can become this origin (DNS rebinding): IP addresses, localhost, the machine's own name and the names in
 * the settings are allowed.
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

/** Whether a host name, without brackets, is this machine and nobody else's. */
export function isLoopbackName(name: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.[\d.]+|::1)$/.test(name)
}

/** The name in a Host header: without port, IPv6 brackets and final dot, in lower case. */
export function hostName(host: string): string {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]*))(?::\d+)?$/i.exec(host.trim())
  return (match?.[1] ?? match?.[2] ?? '').toLowerCase().replace(/\.$/, '')
}
