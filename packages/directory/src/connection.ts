/** One connection to a directory: it is opened for one task, bounded in time, and never reopened. */
import type { SrvRecord } from 'node:dns'
import { resolveSrv } from 'node:dns/promises'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { Client, type Entry } from 'ldapts'
import { type DirectoryAddress, parseDirectoryAddress } from './address.ts'
import { type DirectoryError, isUntrusted, networkError, toDirectoryError } from './errors.ts'
import type { DirectorySettings } from './settings.ts'

export interface ConnectOptions {
  /** Called with a host before anything is sent to it. @throws Error if the caller must not connect to it */
  checkHost?: (host: string) => void
  /** How host names are resolved. Default: as for all other connections. */
  lookup?: LookupFunction
  /** How SRV records are resolved; by default as everywhere. */
  lookupSrv?: (name: string) => Promise<SrvRecord[]>
  /** For connecting, and for the whole time that the connection is used. */
  deadlineMs?: number
}

export interface SearchOptions {
  scope: 'base' | 'sub'
  filter: string
  attributes?: readonly string[]
}

const DEADLINE_MS = 10_000
/** More groups than an account has; a search that finds more fails. */
const MAX_ENTRIES = 10_000
/** Requests no attributes (RFC 4511, section 4.5.1.8). */
export const NO_ATTRIBUTES = '1.1'

export class DirectoryConnection {
  readonly #client: Client
  readonly #socket: Socket
  readonly #expired = Promise.withResolvers<never>()
  readonly #timer: NodeJS.Timeout

  private constructor(socket: Socket, deadlineMs: number) {
    let isUsed = false
    const takeSocket = () => {
      // The library opens a new connection in place of a broken one: without TLS, and without the account of the first.
      if (isUsed) throw networkError('the directory closed the connection')
      isUsed = true
      return socket
    }
    this.#socket = socket
    this.#client = new Client({ url: 'ldap://directory', createConnection: takeSocket })
    this.#timer = setTimeout(() => this.#expired.reject(networkError('i/o timeout')), deadlineMs)
    this.#expired.promise.catch(() => undefined)
  }

  /** Connects, with TLS unless the settings say otherwise. @throws DirectoryError */
  static async open(settings: DirectorySettings, options: ConnectOptions = {}): Promise<DirectoryConnection> {
    let failure: DirectoryError | undefined
    for (const address of await addressesOf(settings, options)) {
      try {
        return await openAt(address, settings, options)
      } catch (error) {
        failure ??= toDirectoryError(error)
      }
    }
    throw failure ?? networkError(`lookup ${settings.address}: no such host`)
  }

  static async over(
    socket: Socket,
    tls: ConnectionOptions | undefined,
    deadlineMs: number,
  ): Promise<DirectoryConnection> {
    const connection = new DirectoryConnection(socket, deadlineMs)
    try {
      if (tls !== undefined) await connection.#run(connection.#client.startTLS(tls))
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }

  /** @throws DirectoryError */
  bind(dn: string, password: string): Promise<void> {
    return this.#run(this.#client.bind(dn, password))
  }

  /** @throws DirectoryError */
  async search(base: string, { scope, filter, attributes = [] }: SearchOptions): Promise<Entry[]> {
    const wanted = attributes.length === 0 ? [NO_ATTRIBUTES] : [...attributes]
    const options = { scope, filter, sizeLimit: MAX_ENTRIES, attributes: wanted }
    return (await this.#run(this.#client.search(base, options))).searchEntries
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#socket.destroy()
  }

  async #run<Result>(running: Promise<Result>): Promise<Result> {
    // It still fails when the connection is closed after the deadline.
    running.catch(() => undefined)
    try {
      return await Promise.race([running, this.#expired.promise])
    } catch (error) {
      throw toDirectoryError(error)
    }
  }
}

/** @throws DirectoryError */
async function addressesOf(
  { address, srvRecord }: DirectorySettings,
  { lookupSrv = resolveSrv, deadlineMs = DEADLINE_MS }: ConnectOptions,
): Promise<DirectoryAddress[]> {
  if (srvRecord === '') {
    const parsed = parseDirectoryAddress(address)
    if (parsed === undefined) throw networkError(`address ${address}: expected host or host:port`)
    return [parsed]
  }
  const name = srvRecord === 'on' ? address : `_${srvRecord}._tcp.${address}`
  const expired = Promise.withResolvers<never>()
  const timer = setTimeout(() => expired.reject(new Error('i/o timeout')), deadlineMs)
  try {
    const records = await Promise.race([lookupSrv(name), expired.promise])
    return records
      .toSorted((one, other) => one.priority - other.priority)
      .map(({ name: host, port }) => ({ host, port }))
  } catch (error) {
    throw networkError(`DNS SRV Record lookup error: lookup ${name}: ${lookupFailure(error)}`, error)
  } finally {
    clearTimeout(timer)
  }
}

function lookupFailure(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOTFOUND' || code === 'ENODATA' ? 'no such host' : message
}

/** @throws DirectoryError */
async function openAt(
  { host, port }: DirectoryAddress,
  { isPlain, usesStartTls, skipsVerification }: DirectorySettings,
  { checkHost, lookup, deadlineMs = DEADLINE_MS }: ConnectOptions,
): Promise<DirectoryConnection> {
  checkHost?.(host)
  const target = { host, port, ...(lookup && { lookup }) }
  const tls: ConnectionOptions = {
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: !skipsVerification,
    minVersion: 'TLSv1.2',
  }
  const isTlsFirst = !isPlain && !usesStartTls
  const socket = isTlsFirst ? connectTls({ ...target, ...tls }) : connect(target)
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  await untilEvent(socket, isTlsFirst ? 'secureConnect' : 'connect', deadlineMs, address)
  try {
    return await DirectoryConnection.over(socket, usesStartTls ? tls : undefined, deadlineMs)
  } catch (error) {
    if (!isUntrusted(error)) throw error
    const { cause } = error as DirectoryError
    throw networkError(dialFailure(cause as Error, address), cause)
  }
}

function untilEvent(socket: Socket, event: string, deadlineMs: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string, cause?: unknown) => {
      clearTimeout(timer)
      socket.destroy()
      reject(networkError(reason, cause))
    }
    const timer = setTimeout(() => fail(`dial tcp ${address}: i/o timeout`), deadlineMs)
    // Never removed: an error on a socket without a listener would end the process.
    socket.on('error', (error: NodeJS.ErrnoException) => fail(dialFailure(error, address), error))
    socket.once(event, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Known errors are worded as in Go. */
function dialFailure({ code = '', message }: NodeJS.ErrnoException, address: string): string {
  if (code === 'ECONNREFUSED') return `dial tcp ${address}: connect: connection refused`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `dial tcp: lookup ${address.replace(/:\d+$/, '')}: no such host`
  if (/^(?:CERT|DEPTH|SELF|UNABLE|ERR_TLS)/.test(code))
    return `dial tcp ${address}: tls: failed to verify certificate: ${message.replace(/; if the root CA .*$/, '')}`
  return message
}
