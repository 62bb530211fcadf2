/** Parses the values of conditions: numbers, booleans, networks. Undefined if a value can't be parsed. */
import { isIP } from 'node:net'

/** Whole numbers only. */
export function readNumber(text: string): number | undefined {
  return /^[+-]?\d+$/.test(text) ? Number(text) : undefined
}

const TRUE = ['1', 't', 'T', 'TRUE', 'true', 'True']
const FALSE = ['0', 'f', 'F', 'FALSE', 'false', 'False']

export function readBoolean(text: string): boolean | undefined {
  return TRUE.includes(text) ? true : FALSE.includes(text) ? false : undefined
}

export interface Network {
  address: readonly number[]
  bits: number
}

/** An address with a prefix length; without one it gets 32 bits, even for IPv6. */
export function readNetwork(text: string): Network | undefined {
  const [host = '', length = '32', ...rest] = text.split('/')
  const version = host.includes('%') ? 0 : isIP(host)
  const bits = Number(length)
  if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(length) || bits > (version === 4 ? 32 : 128))
    return undefined
  const address = addressBytes(host)
  // An IPv4-mapped IPv6 address counts as IPv4, and so does its network.
  return version === 6 && address.length === 4 ? { address, bits: Math.max(0, bits - 96) } : { address, bits }
}

/** The network with the host bits cleared. */
export function networkText({ address, bits }: Network): string {
  const bytes = address.map((byte, at) => byte & (0xff << Math.min(8, Math.max(0, (at + 1) * 8 - bits))))
  if (bytes.length === 4) return `${bytes.join('.')}/${bits}`
  const words = Array.from({ length: 8 }, (_, at) =>
    (((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)).toString(16),
  )
  // The host of a URL is normalized to the short form of RFC 5952.
  return `${new URL(`http://[${words.join(':')}]`).hostname.slice(1, -1)}/${bits}`
}

/** The text must be a valid address. */
export function isIn({ address, bits }: Network, text: string): boolean {
  const bytes = addressBytes(text)
  return (
    bytes.length === address.length &&
    bytes.every((byte, at) => {
      const ignored = Math.min(8, Math.max(0, (at + 1) * 8 - bits))
      return byte >> ignored === (address[at] ?? 0) >> ignored
    })
  )
}

/** The bytes of a valid address: 4 for IPv4, otherwise 16. */
function addressBytes(text: string): number[] {
  const dotted = /\d+(?:\.\d+){3}$/.exec(text)?.[0]
  const last = dotted?.split('.').map(Number) ?? []
  if (dotted === text) return last
  const plain = dotted === undefined ? text : `${text.slice(0, -dotted.length)}0:0`
  const [head = '', tail] = plain.split('::')
  const words = (part: string) => (part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16)))
  const [first, second] = [words(head), tail === undefined ? [] : words(tail)]
  const filled = [...first, ...Array<number>(8 - first.length - second.length).fill(0), ...second]
  const bytes = filled.flatMap((word) => [word >> 8, word & 0xff])
  if (dotted !== undefined) bytes.splice(12, 4, ...last)
  const isMapped = bytes.every((byte, at) => (at < 10 ? byte === 0 : at < 12 ? byte === 0xff : true))
  return isMapped ? bytes.slice(12) : bytes
}
