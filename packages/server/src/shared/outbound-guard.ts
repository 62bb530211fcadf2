import { type LookupAddress, lookup as lookUpName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { AppError, reasonText, type Text } from '@cooperage/contract'
import { exchangeFailure, StorageEndpoint } from '@cooperage/storage-client'
import { addressKind } from './address-kind.ts'
import { OutboundAllow } from './outbound-allow.ts'
import type { ServerSettings } from './settings.ts'

/** Resolves a host name, like `dns.lookup`. */
export type Resolve = (
  name: string,
  options: { all: true; family?: number; hints?: number },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface OutboundGuardOptions {
  /** Whether connections to the machine that the console runs on are allowed. */
  allowsLoopback: boolean
  /** Whether connections to 100.64.0.0/10 are allowed without being listed. */
  allowsShared: boolean
  /** What the administrator restricts connections to; default everything that isn't refused anyway. */
  allow?: OutboundAllow
  /** Default `dns.lookup`; tests pass their own. */
  resolve?: Resolve
}

/** Enough for a list of a hundred thousand buckets. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

/**
 * The only way in which the console connects to an address that a visitor typed (design, "Outbound guard"). Private networks
 * are allowed, because storage servers are there; link-local and cloud metadata addresses never are, and loopback depends on
 * a setting. An allow list restricts connections to what it has, whose networks may include what is refused otherwise, except
 * those that never are. A host name is checked by the very addresses that are connected to, each time, so DNS rebinding doesn't help.
 */
export class OutboundGuard {
  readonly #allowsLoopback: boolean
  readonly #allowsShared: boolean
  readonly #allow: OutboundAllow | undefined
  readonly #resolve: Resolve

  constructor({ allowsLoopback, allowsShared, allow, resolve = lookUpName }: OutboundGuardOptions) {
    this.#allowsLoopback = allowsLoopback
    this.#allowsShared = allowsShared
    this.#allow = allow
    this.#resolve = resolve
  }

  /**
   * A storage server whose responses are limited in size and whose redirects aren't followed. Close it after use.
   * @throws AppError RemoteAddressRefused for an IP address; for a host name each call on the endpoint throws it
   */
  endpoint(url: URL, options: { region?: string } = {}): StorageEndpoint {
    const address = url.hostname.replace(/^\[|\]$/g, '')
    // IP addresses aren't resolved. URL has normalized every way to write them.
    if (isIP(address) !== 0) this.#refuse(address, url.hostname)
    return new StorageEndpoint({ url, lookup: this.#lookup, maxResponseBytes: MAX_RESPONSE_BYTES, ...options })
  }

  /**
   * Posts a JSON document and returns the status of the response, which isn't read further; a redirect isn't followed.
   * @throws AppError RemoteAddressRefused, StorageError
   */
  async post(url: URL, json: unknown, options: { authorization: string; signal: AbortSignal }): Promise<number> {
    const endpoint = this.endpoint(url)
    const { authorization, signal } = options
    try {
      const { statusCode, body } = await endpoint.request({
        method: 'POST',
        path: url.pathname + url.search,
        headers: { 'content-type': 'application/json', ...(authorization !== '' && { authorization }) },
        body: JSON.stringify(json),
        signal,
      })
      body.on('error', () => {}).destroy()
      return statusCode
    } catch (error) {
      throw exchangeFailure(error, signal)
    } finally {
      await endpoint.close()
    }
  }

  /** For other protocols: the check of a host before a connection, and how its name is resolved. `checkHost` @throws AppError RemoteAddressRefused */
  sockets(): { checkHost: (host: string) => void; lookup: LookupFunction } {
    return {
      // IP addresses aren't resolved.
      checkHost: (host) => (isIP(host) === 0 ? undefined : this.#refuse(host, host)),
      lookup: this.#lookup,
    }
  }

  readonly #lookup: LookupFunction = (name, { all, family, hints }, callback) => {
    const version = family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : family
    const options = { all: true, ...(version && { family: version }), ...(hints && { hints }) } as const
    this.#resolve(name, options, (error, found) => {
      if (error !== null) return callback(error, [])
      const allowed = found.filter(({ address }) => this.#reasonAgainst(address, name) === undefined)
      const [first] = allowed
      if (first !== undefined) return all ? callback(null, allowed) : callback(null, first.address, first.family)
      try {
        this.#refuse(found[0]?.address ?? '', name)
      } catch (refusal) {
        callback(refusal instanceof Error ? refusal : new Error(String(refusal)), [])
      }
    })
  }

  /** @throws AppError RemoteAddressRefused */
  #refuse(address: string, typed: string): void {
    const reason = this.#reasonAgainst(address, typed)
    if (reason !== undefined) throw new AppError('RemoteAddressRefused', { address: typed, reason })
  }

  #reasonAgainst(address: string, typed: string): Text | undefined {
    const kind = addressKind(address)
    if (kind === 'never') return NEVER
    if (this.#allow?.hasAddress(address)) return undefined
    if (this.#allow?.hasName(typed) === false) return reasonText('outboundNotListed')
    if (kind === 'reserved') return NEVER
    if (kind === 'shared' && !this.#allowsShared) return reasonText('outboundShared')
    if (kind === 'loopback' && !this.#allowsLoopback) return reasonText('outboundLoopback')
    return undefined
  }
}

const NEVER = reasonText('outboundNever')

/** The guard of what visitors have the console connect to. */
export function guardForVisitors({ outboundLoopback, outboundAllow, tenant }: ServerSettings): OutboundGuard {
  return new OutboundGuard({
    allowsLoopback: outboundLoopback ?? false,
    // In a cluster it may be the network of others' pods; elsewhere it is the administrator's own VPN.
    allowsShared: tenant === undefined,
    ...(outboundAllow && { allow: new OutboundAllow(outboundAllow) }),
  })
}
