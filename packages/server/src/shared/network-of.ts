import { isIPv6 } from 'node:net'

/** What counts as one visitor. An IPv6 subscriber owns at least a /64: its addresses count as one. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  while (address.includes('::') && groups.length + after.length < 8) groups.push('0')
  return [...groups, ...after].slice(0, 4).join(':')
}
