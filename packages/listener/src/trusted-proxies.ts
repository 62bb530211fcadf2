import { BlockList, isIP } from 'node:net'

/** Whether forwarding headers from this address are trusted. */
export type TrustsProxy = (address: string | undefined) => boolean

/**
 * Reads COOPERAGE_TRUSTED_PROXIES: addresses, CIDR ranges, `loopback`.
 * @throws Error naming the invalid entry
 */
export function trustedProxies(entries: readonly string[]): TrustsProxy {
  const list = new BlockList()
  for (const entry of entries) {
    if (entry === 'loopback') {
      list.addSubnet('127.0.0.0', 8, 'ipv4')
      list.addAddress('::1', 'ipv6')
      continue
    }
    const [address = '', bits] = entry.split('/')
    const version = isIP(address)
    if (version === 0 || (bits !== undefined && !isPrefixLength(bits, version))) {
      throw new Error(`"${entry}" is no proxy address: use an IP address, a range like 10.0.0.0/8, or loopback`)
    }
    const family = version === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    if (address === undefined) return false
    const plain = address.startsWith('::ffff:') ? address.slice(7) : address
    return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
}

function isPrefixLength(bits: string, version: number): boolean {
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}
