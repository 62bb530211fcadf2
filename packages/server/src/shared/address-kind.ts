import { BlockList, isIP } from 'node:net'

/**
 * `loopback` is this machine. `shared` is 100.64.0.0/10 (RFC 6598), which carriers, VPNs and clusters use for networks of their
 * own, and `reserved` is for no servers, although some networks use it for pods. `never` is link-local, the metadata of clouds, and
 * what isn't the address of one server.
 */
export type AddressKind = 'loopback' | 'shared' | 'reserved' | 'never' | 'other'

const LOOPBACK = listOf('127.0.0.0/8', '::1/128')

const SHARED = listOf('100.64.0.0/10')

const RESERVED = listOf(
  // Protocol assignments, benchmarks, and the site-local addresses of old.
  '192.0.0.0/24',
  '198.18.0.0/15',
  '240.0.0.0/4',
  'fec0::/10',
)

const NEVER = listOf(
  // The unspecified address; most systems treat it as their own.
  '0.0.0.0/8',
  '::/128',
  // Link-local: in clouds it serves the metadata, including credentials.
  '169.254.0.0/16',
  'fe80::/10',
  // Services of clouds, with metadata among them.
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  // Discarded traffic, multicast and broadcast.
  '100::/64',
  '224.0.0.0/4',
  '255.255.255.255/32',
  'ff00::/8',
  // Tunnels whose other end is encoded in the address.
  '2001::/32',
  '64:ff9b:1::/48',
)

/** Where an IPv6 address embeds an IPv4 address: the prefix, and the group in which the IPv4 address starts. */
const HOLDING_IPV4: readonly { prefix: readonly number[]; at: number }[] = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { prefix: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  { prefix: [0, 0, 0, 0, 0, 0], at: 6 },
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  { prefix: [0x2002], at: 1 },
]

/** An invalid address is never connected to. */
export function addressKind(text: string): AddressKind {
  // A zone names a network interface of this machine.
  const [address = ''] = text.split('%')
  const version = isIP(address)
  if (version === 0) return 'never'
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (LOOPBACK.check(address, family)) return 'loopback'
  if (NEVER.check(address, family)) return 'never'
  if (SHARED.check(address, family)) return 'shared'
  if (RESERVED.check(address, family)) return 'reserved'
  const inner = embeddedIpv4(address)
  return inner === undefined ? 'other' : addressKind(inner)
}

/** The IPv4 address that an IPv6 address stands for, as that of a translated connection; undefined if it is none. */
export function embeddedIpv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined
  const groups = groupsOf(address)
  const embedding = HOLDING_IPV4.find(({ prefix }) => prefix.every((group, index) => groups[index] === group))
  if (embedding === undefined) return undefined
  const [high = 0, low = 0] = groups.slice(embedding.at)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // URL writes every address in one form, without dots.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const before = numbers(head)
  const after = numbers(tail ?? '')
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function listOf(...networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}
