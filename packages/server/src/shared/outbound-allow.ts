import { BlockList, isIP } from 'node:net'
import { embeddedIpv4 } from './address-kind.ts'

/** COOPERAGE_OUTBOUND_ALLOW: host names, IP addresses and networks that visitors may have the console connect to. */
export class OutboundAllow {
  readonly #names = new Set<string>()
  readonly #networks = new BlockList()

  /** The entries are valid: the caller has read the setting. */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [address = '', bits] = entry.split('/')
      const version = isIP(address)
      const family = version === 6 ? 'ipv6' : 'ipv4'
      if (version === 0) this.#names.add(plainName(entry))
      else this.#networks.addSubnet(address, Number(bits ?? (version === 6 ? 128 : 32)), family)
    }
  }

  hasName(name: string): boolean {
    return this.#names.has(plainName(name))
  }

  hasAddress(text: string): boolean {
    const [address = ''] = text.split('%')
    const inner = embeddedIpv4(address)
    if (inner !== undefined && this.hasAddress(inner)) return true
    return isIP(address) !== 0 && this.#networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
