import type { LookupFunction } from 'node:net'
import { CONSOLE_TOKEN_HEADER, CONSOLE_USER_AGENT } from '@cooperage/wire'
import type { Dispatcher } from 'undici'
import request from 'undici/lib/api/api-request.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import { awsPartition } from './aws-partition.ts'
import type { Visitor } from './client.ts'
import { readProfile, type ServerProfile } from './server-profile.ts'
import type { StorageErrorKind } from './storage-error.ts'
import { type StreamedRequest, StreamedRequests } from './streamed-requests.ts'
import { BODY_TIMEOUT_MS, CONNECT_TIMEOUT_MS, HEADERS_TIMEOUT_MS, LIFE_TIMEOUT_MS } from './time-limits.ts'

/** Enough for a busy console; more callers queue instead of exhausting file descriptors. */
const MAX_CONNECTIONS = 256

/** Products whose responses to HEAD end with the headers. */
const BODILESS_HEADS = new Set(['MinIO', 'Cooperage'])

export interface EndpointOptions {
  /** Origin of the S3 port, which also serves STS and the admin API: `http://host:9000`. */
  url: URL
  /** First region to sign with, `us-east-1` by default; the server's own is learned from its first rejection. */
  region?: string
  /** Buckets are addressed by host names, `photos.s3.example.com`; default by paths, until the server refuses that. */
  isVirtualHosted?: boolean
  /** Certificates (PEM) that its own is verified with; default those of the system. A server's own certificate is enough. */
  ca?: readonly string[]
  /** By which an embedded engine recognizes its console. */
  consoleToken?: string
  /** What the server is, if that is known; otherwise it is found out by the first call that depends on it. */
  profile?: ServerProfile
  /** Where IAM's query API is, if not at `url` or at AWS's own, and whether the server has it, if that is known. */
  iam?: { url?: URL; isThere?: boolean }
  /** Where Garage's admin API is, for a server that has it. */
  garageUrl?: URL
  /** Returns the allowed addresses of a name, or an error if there are none. Not called if `url` has an IP address. */
  lookup?: LookupFunction
  /** How large a response may be; default any size. */
  maxResponseBytes?: number
}

/** One request to the storage server, for statistics. */
export interface StorageCall {
  api: 's3' | 'sts' | 'iam' | 'admin' | 'garage'
  method: string
  outcome: 'ok' | StorageErrorKind
  /** Until the head of the response; undefined where it depends on a body that is sent, or on what happens. */
  seconds: number | undefined
}

/**
 * One storage server (or the address of a cluster) with its connections and detected properties. Holds no credentials: a
 * `StorageClient` adds a user's keys.
 */
export class StorageEndpoint {
  readonly url: URL
  /** How its name is resolved, for every connection to it. */
  readonly lookup: LookupFunction | undefined
  readonly #pool: Pool
  readonly #streamed: StreamedRequests
  readonly #tls: { ca: string[]; allowPartialTrustChain: true } | undefined
  readonly #consoleToken: Record<string, string>
  #healthCheck: Promise<boolean> | undefined
  #profile: Promise<ServerProfile> | undefined
  readonly #isProfileGiven: boolean
  /** Where IAM's query API is, if the server has it: here, or at an address of its own, whose region is another. */
  readonly iam: StorageEndpoint
  /** Garage's admin API, if the server has it: at an address of its own, without signatures. */
  readonly garage: StorageEndpoint | undefined
  readonly #isIamThere: boolean | undefined
  /** Whether the server has IAM's query API; undefined until a call showed it (see `iam/send-iam.ts`). */
  hasIam: boolean | undefined
  /** Region currently used in signatures. */
  region: string
  /** Whether the server has accepted that region in a call that checks it. */
  isRegionKnown = false
  /** Whether buckets are addressed by host names. */
  isVirtualHosted: boolean
  /** Called at the end of each request. */
  onCall: ((call: StorageCall) => void) | undefined
  /** Raw downloads in progress; each holds large buffers. */
  rawDownloads = 0
  /** Open connections of `SmallObjects`, which limits them. */
  smallObjectConnections = 0
  /** Whether the server is known to send no body with the response to a HEAD: what is left of it would be the next response. */
  hasBodilessHeads = false
  /** Whether the server has CORS rules per bucket; undefined until a write showed it. */
  hasBucketCors: boolean | undefined
  /** Settings that a server without an admin API said it doesn't have: their names in queries, after `bucket` or `object`. */
  readonly missingSettings = new Set<string>()
  /** Whether the server honors `If-None-Match: *` of a write; undefined until known. */
  honorsIfAbsent: boolean | undefined
  /** Whether the server accepts aws-chunked bodies with a checksum trailer; undefined until known. */
  acceptsTrailers: boolean | undefined

  constructor(options: EndpointOptions) {
    this.url = new URL(options.url.origin)
    this.region = options.region ?? 'us-east-1'
    this.isVirtualHosted = options.isVirtualHosted ?? false
    const { lookup, maxResponseBytes, ca, consoleToken, profile, iam, garageUrl } = options
    this.#profile = profile && Promise.resolve(profile)
    this.hasBodilessHeads = profile !== undefined && BODILESS_HEADS.has(profile.product)
    this.#isProfileGiven = profile !== undefined
    this.#isIamThere = iam?.isThere
    this.hasIam = iam?.isThere
    const at = (url: URL, region = 'us-east-1') =>
      new StorageEndpoint({ url, region, ...(ca && { ca }), ...(lookup && { lookup }) })
    const iamUrl = new URL(iam?.url ?? awsPartition(this.url)?.iamUrl ?? this.url)
    this.iam = iamUrl.origin === this.url.origin ? this : at(iamUrl, awsPartition(iamUrl)?.iamRegion)
    this.garage = garageUrl && at(garageUrl)
    this.lookup = lookup
    this.#consoleToken = consoleToken === undefined ? {} : { [CONSOLE_TOKEN_HEADER]: consoleToken }
    this.#tls = ca && { ca: [...ca], allowPartialTrustChain: true }
    this.#pool = new Pool(this.url, {
      connections: MAX_CONNECTIONS,
      pipelining: 1,
      allowH2: false,
      connect: {
        timeout: CONNECT_TIMEOUT_MS,
        noDelay: true,
        ...this.#tls,
        ...(lookup && { lookup }),
      },
      ...(maxResponseBytes !== undefined && { maxResponseSize: maxResponseBytes }),
      headersTimeout: HEADERS_TIMEOUT_MS,
      bodyTimeout: BODY_TIMEOUT_MS,
      keepAliveTimeout: 10_000,
    })
    this.#streamed = new StreamedRequests(this.url, {
      tls: this.#tls,
      lookup,
      connections: MAX_CONNECTIONS,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
    })
  }

  /** Whether the connection is encrypted or local, so that bodies need no additional checksum. */
  get isPrivate(): boolean {
    const { protocol, hostname } = this.url
    return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
  }

  /**
   * Unsigned headers that name the console, by which its requests are recognized in the server's logs, and the visitor. MinIO
   * believes the latter from anyone, the embedded engine from its console and from trusted proxies.
   */
  headersFor(visitor: Visitor | undefined): Record<string, string> {
    if (visitor === undefined) return { 'user-agent': CONSOLE_USER_AGENT }
    const { address, isSecure } = visitor
    return {
      'user-agent': CONSOLE_USER_AGENT,
      'x-forwarded-for': address,
      'x-forwarded-proto': isSecure ? 'https' : 'http',
      ...this.#consoleToken,
    }
  }

  /** Sends a request over a pooled connection. */
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    return request.call(this.#pool, options)
  }

  /** Sends a request with a streamed body. */
  requestStreamed(request: StreamedRequest): Promise<Dispatcher.ResponseData> {
    return this.#streamed.send(request)
  }

  /**
   * What the server is. It is asked once, whatever the number of callers.
   * @throws StorageError those of `readProfile`
   */
  profile(): Promise<ServerProfile> {
    this.#profile ??= this.#readProfile()
    return this.#profile
  }

  /** Has the next call ask the server again what it is: another one may run at this address now. */
  forgetProfile(): void {
    if (!this.#isProfileGiven) {
      this.#profile = undefined
      this.hasBodilessHeads = false
    }
    // That it doesn't only costs a request.
    if (this.honorsIfAbsent === true) this.honorsIfAbsent = undefined
    this.hasIam = this.#isIamThere
    this.missingSettings.clear()
  }

  #readProfile(): Promise<ServerProfile> {
    const reading = readProfile(this, AbortSignal.timeout(HEADERS_TIMEOUT_MS))
    reading.then(
      ({ product }) => {
        this.hasBodilessHeads = BODILESS_HEADS.has(product)
      },
      () => {
        if (this.#profile === reading) this.#profile = undefined
      },
    )
    return reading
  }

  /**
   * Whether the server responds at all, however busy it is. Uses a separate connection, since all pooled ones may be waiting for
   * the server; concurrent callers share one probe.
   */
  isAlive(): Promise<boolean> {
    this.#healthCheck ??= this.#checkHealth().finally(() => {
      this.#healthCheck = undefined
    })
    return this.#healthCheck
  }

  async #checkHealth(): Promise<boolean> {
    const connect = { ...this.#tls, ...(this.lookup && { lookup: this.lookup }) }
    const connection = new Pool(this.url, { connections: 1, allowH2: false, connect })
    try {
      const signal = AbortSignal.timeout(LIFE_TIMEOUT_MS)
      const { statusCode } = await request.call(connection, { method: 'GET', path: '/minio/health/live', signal })
      // A proxy responds for a server that doesn't.
      return statusCode !== 502 && statusCode !== 504
    } catch {
      // The cause doesn't matter here; the pending request reports its own error.
      return false
    } finally {
      await connection.destroy()
    }
  }

  /** Closes all connections, including those in use. */
  async close(): Promise<void> {
    if (this.iam !== this) await this.iam.close()
    await this.garage?.close()
    this.#streamed.close()
    await this.#pool.destroy()
  }
}
