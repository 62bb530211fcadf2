import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import request from 'undici/lib/api/api-request.js'
import Pool from 'undici/lib/dispatcher/pool.js'

/** How long a new connection may take. Together with `HEADERS_TIMEOUT_MS` it stays below the 10 s in which a visitor gets an answer. */
const CONNECT_TIMEOUT_MS = 4_000
/** How long the server may stay silent after it has the whole request. Streams and slow commits name their own. */
export const HEADERS_TIMEOUT_MS = 8_000
/** How long a body may stand still once it has begun. */
const BODY_TIMEOUT_MS = 30_000
/** How long any answer at all may take, connection included. With `StallDetector`'s patience it stays below those 10 s, too. */
const LIFE_TIMEOUT_MS = 4_000
/** Enough for a busy console; more callers wait in line instead of exhausting file descriptors. */
const MAX_CONNECTIONS = 256

export interface EndpointOptions {
  /** Origin of the S3 port, which also serves STS and the admin API: `http://host:9000`. */
  url: URL
  /** First region to sign with, `us-east-1` unless told; the server's own is learned from its first refusal. */
  region?: string
  /** For a server that a visitor named. */
  outbound?: OutboundLimits
}

/** Where connections may lead, and how much may come back. */
export interface OutboundLimits {
  /** Gives the addresses that may be connected to, and an error for a name without any. Not asked where `url` has an address. */
  lookup: LookupFunction
  maxResponseBytes: number
}

/**
 * One storage server (or the address of a cluster) with its connections and with what was learned about it. Holds no
 * credentials: a `StorageClient` adds somebody's keys.
 */
export class StorageEndpoint {
  readonly url: URL
  readonly #pool: Pool
  #askedForLife: Promise<boolean> | undefined
  /** Region that signatures name at present. */
  region: string
  /** Whether the server has accepted that region, in a call where it looks at it. */
  isRegionKnown = false
  /** Raw downloads under way; each holds large buffers of its own. */
  rawDownloads = 0
  /** Whether the server takes aws-chunked bodies with a checksum trailer; undefined until somebody has asked. */
  takesTrailers: boolean | undefined

  constructor(options: EndpointOptions) {
    this.url = new URL(options.url.origin)
    this.region = options.region ?? 'us-east-1'
    const { outbound } = options
    this.#pool = new Pool(this.url, {
      connections: MAX_CONNECTIONS,
      pipelining: 1,
      allowH2: false,
      connect: { timeout: CONNECT_TIMEOUT_MS, noDelay: true, ...(outbound && { lookup: outbound.lookup }) },
      ...(outbound && { maxResponseSize: outbound.maxResponseBytes }),
      headersTimeout: HEADERS_TIMEOUT_MS,
      bodyTimeout: BODY_TIMEOUT_MS,
      keepAliveTimeout: 10_000,
    })
  }

  /** Whether bytes on the way can be read or changed by nobody else, so that they need no checksum of their own. */
  get isPrivate(): boolean {
    const { protocol, hostname } = this.url
    return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
  }

  /** Sends a request over one of the kept connections. */
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    return request.call(this.#pool, options)
  }

  /**
   * Whether the server answers anything at all, whatever it may be busy with. Asked on a connection of its own, since those of
   * the pool may all be waiting for it; those who ask at the same time share one answer.
   */
  isAlive(): Promise<boolean> {
    this.#askedForLife ??= this.#askForLife().finally(() => {
      this.#askedForLife = undefined
    })
    return this.#askedForLife
  }

  async #askForLife(): Promise<boolean> {
    const connection = new Pool(this.url, { connections: 1, allowH2: false })
    try {
      const signal = AbortSignal.timeout(LIFE_TIMEOUT_MS)
      await request.call(connection, { method: 'GET', path: '/minio/health/live', signal })
      return true
    } catch {
      // However it failed, it is no sign of life; the request that waits says what is known.
      return false
    } finally {
      await connection.destroy()
    }
  }

  /** Ends all connections, whatever is under way. */
  async close(): Promise<void> {
    await this.#pool.destroy()
  }
}
