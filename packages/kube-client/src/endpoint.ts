import type { Dispatcher } from 'undici'
import request from 'undici/lib/api/api-request.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import type { Capabilities } from './capabilities.ts'

/** Together with the deadline of a call it stays below the 10 s within which a browser gets a response. */
const CONNECT_TIMEOUT_MS = 4_000
/** Watches and followed logs each hold a connection. */
const MAX_CONNECTIONS = 512

export interface KubeServer {
  /** `https://host:6443`; plain HTTP only on loopback, because every request contains a token. */
  url: URL
  /** CA certificates in PEM format that verify the server's certificate. Default: those of the system. */
  ca?: string
  /** Name in the server's certificate, if it isn't that of the URL. */
  serverName?: string
}

/** One API server with its connections and what it is known to support. Holds no token: a `KubeClient` has a user's. */
export class KubeEndpoint {
  readonly url: URL
  readonly #pool: Pool
  /** What `capabilities()` found out, the same for all users. */
  capabilities: { found: Promise<Capabilities>; atMs: number } | undefined

  constructor({ url, ca, serverName }: KubeServer) {
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
      throw new TypeError('The URL of the Kubernetes API server must begin with https://')
    }
    this.url = new URL(url)
    this.#pool = new Pool(url.origin, {
      connections: MAX_CONNECTIONS,
      pipelining: 1,
      allowH2: false,
      connect: {
        timeout: CONNECT_TIMEOUT_MS,
        ...(ca !== undefined && { ca }),
        ...(serverName !== undefined && { servername: serverName }),
      },
      keepAliveTimeout: 10_000,
    })
  }

  /** Sends a request over a pooled connection. */
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    return request.call(this.#pool, options)
  }

  /** Closes all connections, including those in use. */
  async close(): Promise<void> {
    await this.#pool.destroy()
  }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
