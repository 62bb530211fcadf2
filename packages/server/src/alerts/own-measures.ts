/** What the rules about the console itself measure. */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { EXPIRING, type Expiring } from '@cooperage/contract'
import { decodeJwt } from 'jose/jwt/decode'
import { verifyLicense } from '../license/index.ts'
import { readOptional } from '../shared/data-folder.ts'
import type { ServerSettings } from '../shared/settings.ts'

const DAY_MS = 24 * 3600_000
/** How long an end is taken for granted: none changes often, and the storage server's needs a connection. */
const KEPT_MS = 3600_000
const CONNECT_TIMEOUT_MS = 5_000

/** When things expire. */
export class Expiries {
  readonly #settings: ServerSettings
  readonly #now: () => number
  /** `end` is undefined for what doesn't exist or never expires. */
  readonly #known = new Map<Expiring, { end: number | undefined; readAt: number }>()

  constructor(settings: ServerSettings, now: () => number) {
    this.#settings = settings
    this.#now = now
  }

  /**
   * Days until something expires, by what it is; negative once it has. What can't be read has the end that was read before, and is
   * read again by the next call.
   */
  async days(): Promise<Map<string, number | 'noData'>> {
    const now = this.#now()
    await Promise.all(EXPIRING.map((what) => this.#refresh(what, now)))
    return new Map(
      EXPIRING.flatMap((what): [string, number | 'noData'][] => {
        const known = this.#known.get(what)
        if (known === undefined) return [[what, 'noData']]
        return known.end === undefined ? [] : [[what, (known.end - now) / DAY_MS]]
      }),
    )
  }

  async #refresh(what: Expiring, now: number): Promise<void> {
    const known = this.#known.get(what)
    // Whichever way the clock was set.
    if (known !== undefined && Math.abs(now - known.readAt) < KEPT_MS) return
    try {
      this.#known.set(what, { end: await this.#read(what), readAt: now })
    } catch {
      // What was known still counts.
    }
  }

  #read(what: Expiring): Promise<number | undefined> {
    switch (what) {
      case 'consoleCertificate':
        return this.#consoleCertificate()
      case 'storageCertificate':
        return this.#storageCertificate()
      case 'license':
        return this.#license()
      case 'metricsToken':
        return this.#metricsToken()
    }
  }

  async #consoleCertificate(): Promise<number | undefined> {
    const { tls } = this.#settings
    return tls && new X509Certificate(await readFile(tls.certFile)).validToDate.getTime()
  }

  /** Also of one that isn't trusted: an expired one is the point. Nothing is sent. */
  async #storageCertificate(): Promise<number | undefined> {
    const { storageUrl, storageLookup: lookup } = this.#settings
    const { protocol, hostname, port } = storageUrl
    if (protocol !== 'https:') return undefined
    const host = hostname.replace(/^\[|\]$/g, '')
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const to = { host, port: Number(port || 443), servername: hostname, ...(lookup && { lookup }) }
    const socket = connect({ ...to, rejectUnauthorized: false })
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => reject(new Error('no response in time')))
    socket.once('error', reject).once('secureConnect', () => resolve(Date.parse(socket.getPeerCertificate().valid_to)))
    try {
      return await promise
    } finally {
      socket.destroy()
    }
  }

  async #license(): Promise<number | undefined> {
    const { dataDir, licensePublicKey } = this.#settings
    const key = licensePublicKey && (await readOptional(join(dataDir, 'license')))
    if (!key || !licensePublicKey) return undefined
    const { expires_at } = await verifyLicense(key.trim(), licensePublicKey, { now: this.#now(), mayBeExpired: true })
    return Date.parse(expires_at)
  }

  /** Its claims are only read: the storage server checks them. */
  async #metricsToken(): Promise<number | undefined> {
    const token = await this.#settings.metrics?.scrapeToken?.()
    // A public server accepts any text.
    const isJwt = token !== undefined && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)
    const { exp } = isJwt ? decodeJwt(token) : {}
    return exp === undefined ? undefined : exp * 1000
  }
}

/** For how long the metrics of the storage server couldn't be read. */
export class MetricsGap {
  readonly #passed: () => number
  /** When they were last read; until then, the beginning. */
  #since: number
  #isKnown = false

  /** `passed` returns milliseconds that no setting of the clock changes. */
  constructor(passed = () => performance.now()) {
    this.#passed = passed
    this.#since = passed()
  }

  /** In minutes. An outage may have begun before this did, so until the metrics are read only that it exceeds the threshold is known. */
  minutes(isAlive: boolean, threshold: number): number | 'noData' {
    if (isAlive) {
      this.#since = this.#passed()
      this.#isKnown = true
    }
    const minutes = (this.#passed() - this.#since) / 60_000
    return this.#isKnown || minutes > threshold ? minutes : 'noData'
  }
}

/** The percentage of the console's responses that are server errors, over the last minutes. */
export class ErrorShare {
  static readonly #WINDOW_MS = 5 * 60_000
  readonly #counts: () => { requests: number; errors: number }
  readonly #past: { time: number; requests: number; errors: number }[] = []

  constructor(counts: () => { requests: number; errors: number }, now: number) {
    this.#counts = counts
    this.#past.push({ time: now, ...counts() })
  }

  percent(now: number): number {
    const latest = { time: now, ...this.#counts() }
    this.#past.push(latest)
    while (this.#past.length > 2 && (this.#past[0]?.time ?? now) < now - ErrorShare.#WINDOW_MS) this.#past.shift()
    const [first = latest] = this.#past
    const requests = latest.requests - first.requests
    return requests === 0 ? 0 : (100 * (latest.errors - first.errors)) / requests
  }
}
