/**
 * Parsers for the values of settings. Each one throws a `BadValue` that says what is valid; the caller prepends the name of
 * the setting.
 */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** An invalid value. The message completes a sentence that begins with the setting's name: "must be …". */
export class BadValue extends Error {
  override name = 'BadValue'
  /** False when the value may hold a secret. */
  readonly mayBeShown: boolean

  constructor(message: string, mayBeShown = true) {
    super(message)
    this.mayBeShown = mayBeShown
  }
}

export function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new BadValue('must be a port number from 1 to 65535, or 0 for any free port')
  }
  return Number(text)
}

/** An address to listen on: an IP address or a host name of this machine. */
export function readHost(text: string): string {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) === 0 && !isHostName(bare)) {
    throw new BadValue('must be an IP address or a host name without a port, for example 0.0.0.0')
  }
  return bare
}

/** A folder, resolved against the working directory. */
export function readFolder(text: string): string {
  return resolve(text)
}

/** A file, resolved against the working directory. */
export function readFile(text: string): string {
  return resolve(text)
}

export type Audit = 'log' | 'off' | { file: string }

/** `log`, `off`, or a file, resolved against the working directory. */
export function readAudit(text: string): Audit {
  return text === 'log' || text === 'off' ? text : { file: resolve(text) }
}

/** `sqlite`, `off`, or the URL of a PostgreSQL database. The URL may hold a password. */
export function readAuditStore(text: string): 'sqlite' | 'off' | URL {
  if (text === 'sqlite' || text === 'off') return text
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '') {
    throw new BadValue('must be sqlite, off, or an address like postgres://user:password@host:5432/database', false)
  }
  return url
}

const SIZE_UNITS: Readonly<Record<string, number>> = { MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 }

/** Bytes. */
export function readSize(text: string): number {
  const [, number, unit = ''] = /^(\d{1,6})\s?(MiB|GiB|TiB)$/.exec(text) ?? []
  const bytes = Number(number) * (SIZE_UNITS[unit] ?? Number.NaN)
  if (!(bytes >= 16 * 2 ** 20)) throw new BadValue('must be a size of at least 16MiB, for example 500MiB or 2GiB')
  return bytes
}

export function readStorageUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const example = 'for example http://127.0.0.1:9000'
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new BadValue(`must be the http or https address of a storage server, ${example}`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new BadValue(`must not contain keys: each user signs in with their own (${example})`, false)
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new BadValue(`must be an address without a path, ${example}`)
  }
  return url
}

/** The http or https address of a service, which may have a path. */
export function readServiceUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new BadValue('must be an http or https address')
  }
  return url
}

/** The text of a file with a public key in PEM. */
export function readPublicKey(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new BadValue(`must be a file that can be read (${(error as Error).message})`)
  }
  if (!text.includes('-----BEGIN PUBLIC KEY-----')) throw new BadValue('must be a file with a public key in PEM format')
  return text
}

/** Certificates in PEM format. */
export function readCertificates(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new BadValue(`must be a file that can be read (${(error as Error).message})`)
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new BadValue('must be a file with certificates in PEM format')
  return text
}

/** The path of a file with certificates in PEM format. */
export function readCertificateFile(file: string): string {
  readCertificates(file)
  return resolve(file)
}

export function readMode(text: string): 'storage' | 'operator' {
  if (text === 'storage' || text === 'operator') return text
  throw new BadValue('must be storage or operator')
}

export function readAddressing(text: string): 'path' | 'virtual' {
  if (text === 'path' || text === 'virtual') return text
  throw new BadValue('must be path or virtual')
}

const STORAGE_KINDS = ['minio', 'rustfs', 'iam', 'garage', 's3'] as const

export function readStorageKind(text: string): (typeof STORAGE_KINDS)[number] {
  const kind = STORAGE_KINDS.find((one) => one === text)
  if (kind !== undefined) return kind
  throw new BadValue('must be minio, rustfs, iam, garage or s3')
}

export function readKubernetesUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const example = 'for example https://cluster.example.com:6443'
  const isLocal = url !== undefined && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url === undefined || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))) {
    throw new BadValue(`must be the https address of a Kubernetes API server, ${example}`)
  }
  if (url.username !== '' || url.password !== '') throw new BadValue('must not contain credentials', false)
  if (url.search !== '' || url.hash !== '') throw new BadValue(`must be an address without a query, ${example}`)
  return url
}

export function readNamespaces(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  for (const name of names) {
    if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) {
      throw new BadValue(`must be comma-separated names of namespaces; "${name}" isn't one`, false)
    }
  }
  return names
}

/** The address of a tenant by its names. They are Kubernetes names, so they can't be anything but labels of a host name. */
export function readTenantUrl(text: string): (namespace: string, tenant: string) => URL {
  const fill = (namespace: string, tenant: string) =>
    text.replaceAll('{namespace}', namespace).replaceAll('{tenant}', tenant)
  const example = 'for example https://{tenant}.{namespace}.example.com'
  if (!text.includes('{namespace}')) throw new BadValue(`must contain {namespace}, ${example}`)
  const sample = fill('namespace', 'tenant')
  const url = URL.canParse(sample) ? new URL(sample) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new BadValue(`must be an http or https address, ${example}`)
  }
  if (url.username !== '' || url.password !== '') throw new BadValue('must not contain credentials', false)
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new BadValue(`must be an address without a path, ${example}`)
  }
  return (namespace, tenant) => new URL(fill(namespace, tenant))
}

/** Prometheus may be below a path. */
export function readPrometheusUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const example = 'for example http://127.0.0.1:9091'
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new BadValue(`must be the http or https address of Prometheus, ${example}`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new BadValue('must not contain a password. Set COOPERAGE_PROMETHEUS_TOKEN instead', false)
  }
  if (url.search !== '' || url.hash !== '') throw new BadValue(`must be an address without a query, ${example}`)
  return url
}

/** Any text. */
export function readText(text: string): string {
  return text
}

/** A token that is sent in a header. */
export function readHeaderSecret(text: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new BadValue('must be a token without spaces', false)
  return text
}

const LOGIN_FORMS = ['form', 'sso', 'operator'] as const
type LoginForm = (typeof LOGIN_FORMS)[number]

export function readLoginForm(text: string): LoginForm {
  const form = LOGIN_FORMS.find((known) => known === text)
  if (form === undefined) throw new BadValue(`must be one of ${LOGIN_FORMS.join(', ')}`)
  return form
}

export function readSessionHours(text: string): number {
  const hours = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || hours < 1 || hours > 168) {
    throw new BadValue('must be a number of hours from 1 to 168 (seven days)')
  }
  return hours
}

export function readCannedAcls(text: string): 'ignore' | 'refuse' {
  if (text !== 'ignore' && text !== 'refuse') throw new BadValue('must be ignore or refuse')
  return text
}

export function readLogLevel(text: string): 'error' | 'warn' | 'info' | 'debug' {
  if (text !== 'error' && text !== 'warn' && text !== 'info' && text !== 'debug') {
    throw new BadValue('must be error, warn, info or debug')
  }
  return text
}

export function readLogFormat(text: string): 'auto' | 'json' | 'text' {
  if (text !== 'auto' && text !== 'json' && text !== 'text') throw new BadValue('must be auto, json or text')
  return text
}

export function readTransfers(text: string): 'auto' | 'direct' | 'console' {
  if (text !== 'auto' && text !== 'direct' && text !== 'console') throw new BadValue('must be auto, direct or console')
  return text
}

export function readSwitch(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new BadValue('must be on or off')
  return text === 'on'
}

export function readStorageConnections(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new BadValue('must be a number from 1 to 999999')
  return Number(text)
}

export function readDays(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new BadValue('must be a number of days from 0 to 9999')
  return Number(text)
}

export function readRetentionDays(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new BadValue('must be a number of days from 1 to 9999')
  return Number(text)
}

export function readSeconds(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new BadValue('must be a number of seconds from 0 to 9999999')
  return Number(text)
}

/** At most two years, as browsers recommend for their lists. */
export function readHstsSeconds(text: string): number {
  if (!/^\d{1,8}$/.test(text) || Number(text) > 63_072_000) {
    throw new BadValue('must be a number of seconds from 0 to 63072000')
  }
  return Number(text)
}

export function readHostNames(text: string): string[] {
  const names = listItems(text)
  for (const name of names) {
    if (isIP(name) === 0 && !isHostName(name)) {
      throw new BadValue(`must be host names separated by commas, without ports ("${name}" isn't one)`)
    }
  }
  return names
}

/** IP addresses, networks ("10.0.0.0/8"), or `loopback`. */
export function readNetworks(text: string): string[] {
  const networks = listItems(text)
  for (const network of networks) {
    if (network !== 'loopback' && !isNetwork(network)) {
      throw new BadValue(`must be IP addresses or networks, or loopback, separated by commas ("${network}" isn't)`)
    }
  }
  return networks
}

/** Host names, IP addresses and networks. */
export function readOutboundAllow(text: string): string[] {
  const entries = listItems(text)
  for (const entry of entries) {
    // What looks like an address is one, and not the name of a host.
    if (!isNetwork(entry) && (!isHostName(entry) || /^[\d.]+$/.test(entry))) {
      throw new BadValue(
        `must be host names, IP addresses or networks, separated by commas, without ports ("${entry}" isn't)`,
      )
    }
  }
  return entries
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  const widest = family === 6 ? 128 : 32
  const prefix = bits === undefined ? widest : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
  return family !== 0 && rest.length === 0 && prefix >= 0 && prefix <= widest
}

export function readAccessKey(text: string): string {
  if (text.length < 3 || /[\s=,]/.test(text)) {
    throw new BadValue('must have at least 3 characters and no space, comma or equals sign', false)
  }
  return text
}

export function readSecret(leastLength: number): (text: string) => string {
  return (text) => {
    if (text.length < leastLength) throw new BadValue(`must have at least ${leastLength} characters`, false)
    return text
  }
}

function isHostName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(text)
}

function listItems(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
