import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { TrustsProxy } from './trusted-proxies.ts'

/** Who sent a request, and whether over TLS, as far as it is known. */
export interface Client {
  /** Its IP address, without port. */
  address: string
  isSecure: boolean
}

/**
 * The client of a request: of its connection, or if that comes from a trusted proxy, the one that the proxy names. Every proxy
 * appends the address that it was called from, so the client is the last address that isn't a proxy's.
 */
export function clientOf({ headers, socket }: IncomingMessage, trusts: TrustsProxy): Client {
  let address = socket.remoteAddress ?? ''
  const connection = { address, isSecure: socket instanceof TLSSocket }
  if (!trusts(address)) return connection
  for (const hop of splitList(headers['x-forwarded-for']).reverse()) {
    address = hop
    if (!trusts(hop)) break
  }
  const protocol = splitList(headers['x-forwarded-proto']).at(-1)
  return { address, isSecure: protocol === undefined ? connection.isSecure : protocol === 'https' }
}

/** Traefik names the protocol of a WebSocket, `wss`, where others name that of the request that opens it: this names the latter. */
export function nameHttp(headers: IncomingHttpHeaders): void {
  const protocols = headers['x-forwarded-proto']
  if (typeof protocols === 'string') headers['x-forwarded-proto'] = protocols.replaceAll(/\bws(s?)\b/gi, 'http$1')
}

/** Node joins repeated headers of these names. */
function splitList(header: string | string[] | undefined): string[] {
  return [header ?? ''].flat().flatMap((line) =>
    line
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
}
