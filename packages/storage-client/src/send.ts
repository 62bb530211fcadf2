import { isIP } from 'node:net'
import { EMPTY_SHA256, encodeComponent, sha256Hex, signRequest, WireError } from '@cooperage/wire'
import type { Dispatcher } from 'undici'
import type { StorageClient, UnsignedClient } from './client.ts'
import type { StorageCall, StorageEndpoint } from './endpoint.ts'
import { readText, readWhole } from './read-whole.ts'
import { refusal } from './refusal.ts'
import { StallDetector } from './stall-detector.ts'
import { brokeOnTheWay, exchangeFailure, StorageError } from './storage-error.ts'
import { HEADERS_TIMEOUT_MS } from './time-limits.ts'

export interface StorageRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Escaped path: `objectPath(bucket, key)`, or `/` and an admin path. */
  path: string
  /** A parameter with several values is repeated. */
  query?: Record<string, string | readonly string[]>
  headers?: Record<string, string>
  /** Hashed into the signature, and can be sent again; `stream` is sent once. */
  body?: string | Uint8Array
  stream?: { bytes: AsyncIterable<Uint8Array>; payloadHash: string }
  service?: 's3' | 'sts' | 'iam'
  /** For statistics, of a request that isn't signed for a service. */
  api?: 'garage'
  /**
   * How long the server may take to respond after the whole request was sent; set by slow calls. Such a request still fails
   * early if the server is unresponsive.
   */
  headersTimeoutMs?: number
  /**
   * How long the server may be silent within the body; set by calls that find what they send meanwhile. Such a call isn't sent
   * again if its connection breaks: the server may still be at work.
   */
  bodyTimeoutMs?: number
  /** The response ends only when the caller does, and the server may be silent for any time. */
  isEndless?: boolean
  /** How long a document may take after the head; set by calls whose response begins before the work is done. */
  documentTimeoutMs?: number
  /** A longer document isn't read to its end; 64 MiB by default. */
  maxBytes?: number
}

export type StorageResponse = Dispatcher.ResponseData

/**
 * Signs and sends one request and returns the response, body unread, if it is a success (2xx, 304). A request rejected because
 * of its region is signed again with the region that the server names, unless its body is a stream: then the caller has to send
 * it again, as after a broken connection. A GET or HEAD whose pooled connection was closed by the
 * server is sent again, unless its body takes long.
 * @throws StorageError
 */
export async function send(client: StorageClient | UnsignedClient, request: StorageRequest): Promise<StorageResponse> {
  // Admin calls have no region, and a server that answers no S3 request may answer them.
  if (request.stream !== undefined && !isAdminPath(request.path)) await learnRegion(client, request.path)
  // Another request may learn the region while this one is on its way.
  const signedWith = client.endpoint.region
  try {
    return await attempt(client, request)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (!client.endpoint.isVirtualHosted && NEEDS_HOSTS.has(error.code)) {
      client.endpoint.isVirtualHosted = true
      if (request.stream !== undefined) throw hasToBeSentAgain(error)
      return await attempt(client, request)
    }
    // Admin calls have no region, but may pass on what another server said.
    const isElsewhere = error.region !== undefined && error.region !== signedWith && !isAdminPath(request.path)
    if (isElsewhere) client.endpoint.region = error.region ?? signedWith
    if (request.stream !== undefined) throw isElsewhere ? hasToBeSentAgain(error) : error
    if (isElsewhere) return await attempt(client, request)
    const { method, bodyTimeoutMs } = request
    const isQuickRead = (method === 'GET' || method === 'HEAD') && bodyTimeoutMs === undefined
    if (brokeOnTheWay(error) && isQuickRead) return await attempt(client, request)
    throw error
  }
}

/** Refusals of servers that accept no paths of buckets: of Alibaba Cloud, and of Tencent Cloud. Nothing was done. */
const NEEDS_HOSTS = new Set(['SecondLevelDomainForbidden', 'PathStyleDomainForbidden'])

/** The next attempt is signed with the right region, or sent to the right host. */
function hasToBeSentAgain(cause: StorageError): StorageError {
  return new StorageError('unreachable', 'The region or the host of the storage server has changed', { cause })
}

/**
 * Like `send`, for responses that are small documents: returns the body as text.
 * @throws StorageError `unreadable` if it has more than `maxBytes`
 */
export async function sendForText(client: StorageClient | UnsignedClient, request: StorageRequest): Promise<string> {
  const response = await send(client, request)
  return await readText(response, client.signal, request)
}

/**
 * Reads a document with one of wire's parsers.
 * @throws StorageError `unreadable` when the server sent something else
 */
export function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof WireError || error instanceof SyntaxError)) throw error
    throw new StorageError('unreadable', 'The storage server sent a document that cannot be read', { cause: error })
  }
}

/** Like `send`, for responses whose body is irrelevant. */
export async function sendForNothing(
  client: StorageClient | UnsignedClient,
  request: StorageRequest,
): Promise<StorageResponse> {
  const response = await send(client, request)
  await readWhole(response, client.signal, HEADERS_TIMEOUT_MS, (body) => body.dump())
  return response
}

/** When the server responded, by its own clock, in milliseconds since the epoch. */
export function timeOf({ headers }: StorageResponse): number {
  return Date.parse(String(headers.date)) || Date.now()
}

/**
 * URL of a request to this server, escaped exactly as it is signed and sent.
 * @throws StorageError for a path that a URL parser would change (`..`, a leading double slash)
 */
export function requestUrl(
  endpoint: StorageEndpoint,
  request: Pick<StorageRequest, 'path' | 'query'>,
  origin = endpoint.url,
): URL {
  const url = new URL(origin.origin)
  const host = endpoint.isVirtualHosted ? virtualHost(request.path, url.hostname) : undefined
  const path = host?.path ?? request.path
  if (host !== undefined) url.hostname = host.name
  url.pathname = path
  if (url.pathname !== path || request.path.startsWith('//')) {
    throw new StorageError('refused', 'No request can name this path', { code: 'XMinioInvalidObjectName', status: 400 })
  }
  url.search = Object.entries(request.query ?? {})
    .flatMap(([name, values]) => [values].flat().map((value) => `${encodeComponent(name)}=${encodeComponent(value)}`))
    .join('&')
  return url
}

/** Names of buckets that can be a part of a host name, which a certificate for `*.s3.example.com` covers. */
const HOST_LABEL = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/

/** The host name of a bucket, and the path there; undefined for what only a path can address. */
function virtualHost(path: string, hostname: string): { name: string; path: string } | undefined {
  const [, bucket = ''] = path.split('/', 2)
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  if (!isAboutBucket(path) || isAddress || !HOST_LABEL.test(bucket)) return undefined
  return { name: `${bucket}.${hostname}`, path: path.slice(bucket.length + 1) || '/' }
}

async function attempt(client: StorageClient | UnsignedClient, request: StorageRequest): Promise<StorageResponse> {
  const { endpoint } = client
  const setting = settingOf(request)
  if (setting === undefined) return await counted(client, request, exchange(client, request))
  if (endpoint.missingSettings.has(setting)) {
    throw new StorageError('refused', 'The server said before that it has no such setting', {
      code: 'NotImplemented',
      status: 501,
    })
  }
  try {
    return await counted(client, request, exchange(client, request))
  } catch (error) {
    const isMissing = error instanceof StorageError && error.code === 'NotImplemented' && !error.isGuess
    // With an admin API it may depend on how the server is set up, for example without key management.
    if (isMissing && (await endpoint.profile()).kind === 's3') endpoint.missingSettings.add(setting)
    throw error
  }
}

/** Settings of buckets and objects that have a part of S3 of their own, which a server may lack. */
const SETTINGS = [
  'cors',
  'encryption',
  'legal-hold',
  'lifecycle',
  'notification',
  'object-lock',
  'policy',
  'replication',
  'retention',
  'tagging',
  'versioning',
]

/** The setting that a request reads. */
function settingOf({ method, path, query = {} }: StorageRequest): string | undefined {
  const setting = method === 'GET' ? SETTINGS.find((name) => name in query) : undefined
  return setting && `${path.indexOf('/', 1) < 0 ? 'bucket' : 'object'} ${setting}`
}

/** Reports a request to who keeps statistics, unless it resolves to `undefined`: then another way is tried. */
export async function counted<T>({ endpoint }: UnsignedClient, request: StorageRequest, work: Promise<T>): Promise<T> {
  const began = performance.now()
  const { method, path, service = 's3', api = service, stream, isEndless } = request
  const report = (outcome: StorageCall['outcome']) => {
    const seconds = stream || isEndless || outcome === 'aborted' ? undefined : (performance.now() - began) / 1000
    endpoint.onCall?.({ api: isAdminPath(path) ? 'admin' : api, method, outcome, seconds })
  }
  try {
    const result = await work
    if (result !== undefined) report('ok')
    return result
  } catch (error) {
    if (error instanceof StorageError) report(error.kind)
    throw error
  }
}

async function exchange(client: StorageClient | UnsignedClient, request: StorageRequest): Promise<StorageResponse> {
  const { endpoint } = client
  const url = requestUrl(endpoint, request)
  const life = request.headersTimeoutMs === undefined ? undefined : new StallDetector(endpoint, client.signal)
  const signal = life?.signal ?? client.signal
  const headers = {
    ...(isSigning(client) ? signed(client, request, url) : request.headers),
    ...endpoint.headersFor(client.visitor),
  }
  let response: StorageResponse
  try {
    const head = { method: request.method, path: url.pathname + url.search, headers }
    const { stream, body = null, isEndless, headersTimeoutMs = HEADERS_TIMEOUT_MS } = request
    const bodyTimeout = isEndless ? 0 : request.bodyTimeoutMs
    if (stream) {
      const bytes = life?.watched(stream.bytes) ?? stream.bytes
      response = await endpoint.requestStreamed({ ...head, bytes, headersTimeout: headersTimeoutMs, signal })
    } else {
      response = await endpoint.request({
        ...head,
        body,
        headersTimeout: isEndless ? 0 : headersTimeoutMs,
        ...(bodyTimeout !== undefined && { bodyTimeout }),
        // The pool closes the connection after a HEAD, for servers that send a body with the response to it.
        ...(request.method === 'HEAD' && endpoint.hasBodilessHeads && { reset: false }),
        ...(signal && { signal }),
      })
    }
    if (life !== undefined) response.body.once('close', () => life.release())
  } catch (error) {
    life?.release()
    throw exchangeFailure(error, signal)
  } finally {
    life?.stop()
  }
  if (response.statusCode < 300 || response.statusCode === 304) {
    if (isAboutBucket(request.path)) endpoint.isRegionKnown = true
    return response
  }
  throw await refusal(response, client.signal)
}

function isSigning(client: StorageClient | UnsignedClient): client is StorageClient {
  return 'credentials' in client
}

function signed({ endpoint, credentials }: StorageClient, request: StorageRequest, url: URL): Record<string, string> {
  const headers = signRequest({
    method: request.method,
    url,
    credentials,
    region: endpoint.region,
    service: request.service ?? 's3',
    payloadHash: payloadHash(request),
    ...(request.headers && { headers: request.headers }),
  })
  return { ...headers, authorization: utf8Header(headers.authorization) }
}

/** Access keys are user input; in a header, characters beyond Latin-1 are sent as UTF-8 bytes. */
function utf8Header(value = ''): string {
  return Buffer.from(value, 'utf8').toString('latin1')
}

/** A streamed body can't be sent again, and a presigned URL not be signed again, so the region has to be known before the first one. */
export async function learnRegion(client: StorageClient | UnsignedClient, path: string): Promise<void> {
  const { endpoint } = client
  if (endpoint.isRegionKnown) return
  const bucket = path.split('/', 2).join('/')
  try {
    await sendForNothing(client, { method: 'GET', path: bucket, query: { location: '' } })
  } catch (error) {
    // Servers check the region before permissions and names: any other error means that the region was accepted.
    if (!(error instanceof StorageError) || error.kind !== 'refused') throw error
  }
  endpoint.isRegionKnown = true
}

/** Servers don't check the region of admin calls and of the bucket list. */
function isAboutBucket(path: string): boolean {
  return path !== '/' && !isAdminPath(path)
}

function isAdminPath(path: string): boolean {
  return path.startsWith('/minio/')
}

function payloadHash(request: StorageRequest): string {
  if (request.stream !== undefined) return request.stream.payloadHash
  return request.body === undefined ? EMPTY_SHA256 : sha256Hex(request.body)
}
