/**
 * Parsers for the values of settings. Each one throws a `BadValue` that says what is valid; the caller prepends the name of
 * the setting.
 */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** An expected reason not to start. Its message says what is wrong and what to do, and is shown without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'
}

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

/** One of some words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((one) => one === text)
    if (word === undefined) throw new BadValue(`must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
    return word
  }
}

/** A whole number without leading zeros, except in ranges that begin with zero; `unit` as in "of days ". */
export function wholeNumber(from: 0 | 1, to: number, unit = ''): (text: string) => number {
  return (text) => {
    const isWhole = (from === 0 ? /^\d+$/ : /^[1-9]\d*$/).test(text) && text.length <= String(to).length
    if (!isWhole || Number(text) > to) throw new BadValue(`must be a number ${unit}from ${from} to ${to}`)
    return Number(text)
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

/** A file or folder, resolved against the working directory. */
export function readPath(text: string): string {
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

/** @throws BadValue with this message unless it is an http or https address */
function httpUrl(text: string, message: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new BadValue(message)
  return url
}

function refuseKeys({ username, password }: URL, message = 'must not contain credentials'): void {
  if (username !== '' || password !== '') throw new BadValue(message, false)
}

function refusePath({ pathname, search, hash }: URL, example: string): void {
  if (pathname !== '/' || search !== '' || hash !== '')
    throw new BadValue(`must be an address without a path, ${example}`)
}

function refuseQuery({ search, hash }: URL, example: string): void {
  if (search !== '' || hash !== '') throw new BadValue(`must be an address without a query, ${example}`)
}

export function readStorageUrl(text: string): URL {
  const example = 'for example http://127.0.0.1:9000'
  const url = httpUrl(text, `must be the http or https address of a storage server, ${example}`)
  refuseKeys(url, `must not contain keys: each user signs in with their own (${example})`)
  refusePath(url, example)
  return url
}

/** The http or https address of a service, which may have a path. */
export function readServiceUrl(text: string): URL {
  return httpUrl(text, 'must be an http or https address')
}

/** The text of a file with a public key in PEM. */
export const readPublicKey = (file: string): string => readPem(file, 'PUBLIC KEY', 'a public key')

/** Certificates in PEM format. */
export const readCertificates = (file: string): string => readPem(file, 'CERTIFICATE', 'certificates')

function readPem(file: string, label: string, contents: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new BadValue(`must be a file that can be read (${(error as Error).message})`)
  }
  if (!text.includes(`-----BEGIN ${label}-----`)) throw new BadValue(`must be a file with ${contents} in PEM format`)
  return text
}

/** The path of a file with certificates in PEM format. */
export function readCertificateFile(file: string): string {
  readCertificates(file)
  return resolve(file)
}

export function readKubernetesUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const example = 'for example https://cluster.example.com:6443'
  const isLocal = url !== undefined && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url === undefined || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))) {
    throw new BadValue(`must be the https address of a Kubernetes API server, ${example}`)
  }
  refuseKeys(url)
  refuseQuery(url, example)
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
  const url = httpUrl(fill('namespace', 'tenant'), `must be an http or https address, ${example}`)
  refuseKeys(url)
  refusePath(url, example)
  return (namespace, tenant) => new URL(fill(namespace, tenant))
}

/** Prometheus may be below a path. */
export function readPrometheusUrl(text: string): URL {
  const example = 'for example http://127.0.0.1:9091'
  const url = httpUrl(text, `must be the http or https address of Prometheus, ${example}`)
  refuseKeys(url, 'must not contain a password. Set COOPERAGE_PROMETHEUS_TOKEN instead')
  refuseQuery(url, example)
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

export const readSwitch = (text: string): boolean => oneOf('on', 'off')(text) === 'on'

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
