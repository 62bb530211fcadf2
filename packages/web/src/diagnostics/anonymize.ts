/** Fields whose value is a host, `host:port`, or the URL of a drive on a host. */
const HOST_FIELD = /^(addr|host|hosts|hostname|endpoint|endpoints|node|nodes|server|servers)$/i
const IPV4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/g
const IPV6 = /(?<![\w:.])[0-9a-f:]*:[0-9a-f:]*:[0-9a-f:]*(?![\w.])/gi
const MAC = /(?<![\w:])(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![\w:])/gi

/** A copy of a report without host names and network addresses. The same name gets the same replacement everywhere. */
export function anonymized<T>(report: T): T {
  const hosts = new Map<string, string>()
  collectHosts(report, '', hosts)
  const names = [...hosts.keys()].sort((a, b) => b.length - a.length).map(escaped)
  const host = names.length === 0 ? undefined : new RegExp(`(?<![\\w.-])(?:${names.join('|')})(?![\\w-])`, 'gi')
  const addresses = new Map<string, string>()
  const nameOf = (address: string) => numbered(addresses, address.toLowerCase(), 'address')

  const inText = (text: string) => {
    const withoutHosts = host === undefined ? text : text.replace(host, (name) => hosts.get(name.toLowerCase()) ?? name)
    return withoutHosts
      .replace(MAC, nameOf)
      .replace(IPV4, nameOf)
      .replace(IPV6, (text) => (isIpv6(text) ? nameOf(text) : text))
  }
  const inValue = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value)
    if (Array.isArray(value)) return value.map(inValue)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [inText(name), inValue(inner)]))
  }
  return inValue(report) as T
}

function collectHosts(value: unknown, field: string, hosts: Map<string, string>): void {
  if (typeof value === 'string') {
    const name = HOST_FIELD.test(field) ? hostOf(value) : undefined
    if (name !== undefined) numbered(hosts, name, 'server')
  } else if (Array.isArray(value)) for (const one of value) collectHosts(one, field, hosts)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) collectHosts(inner, name, hosts)
}

/** The name of a host; undefined for an address, which is replaced as such, and for the path of a local drive. */
function hostOf(value: string): string | undefined {
  const [, host = ''] = /^(?:[a-z]+:\/\/)?([\w.-]+)(?::\d+)?(?:\/.*)?$/i.exec(value) ?? []
  const isName = /[a-z]/i.test(host) && !value.startsWith('/')
  return isName ? host.toLowerCase() : undefined
}

/** Times have colons too. */
function isIpv6(text: string): boolean {
  return text.includes('::') ? text !== '::' : text.split(':').length === 8
}

function numbered(known: Map<string, string>, name: string, kind: string): string {
  const replacement = known.get(name) ?? `${kind}-${known.size + 1}`
  known.set(name, replacement)
  return replacement
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
