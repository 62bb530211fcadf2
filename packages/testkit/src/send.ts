/**
 * Sends one signed request with full control over every byte of it, and returns the whole response. For tests of servers: it
 * follows no redirects, never retries, and doesn't throw on error statuses.
 */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import {
  type Credentials,
  encodeComponent,
  objectPath,
  PAYLOAD,
  type SigningSeed,
  sha256Hex,
  signWithSeed,
} from '@cooperage/wire'
import { TEST_CERTIFICATES } from './certificates.ts'

export interface SendOptions {
  url: string
  /** Without them the request is anonymous. */
  credentials?: Credentials | undefined
  method: string
  bucket?: string
  key?: string
  /** Escaped path, instead of bucket and key. */
  path?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: string | Uint8Array | undefined
  /** Creates the body from the signature of the headers, for signed chunks. */
  chunkedBody?: (seed: SigningSeed) => Uint8Array | AsyncIterable<Uint8Array>
  /** Signed as the body's hash; the real one by default. */
  payloadHash?: string
  region?: string
  service?: 's3' | 'sts' | 'iam'
  now?: Date
  /** How to connect to the URL, if not as usual. */
  connection?: Pick<RequestOptions, 'ca' | 'lookup'>
  /** Changes the request after it was signed. */
  afterSigning?: (request: { path: string; headers: Record<string, string> }) => void
}

export interface TestResponse {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  bytes: Buffer
  text: string
  /** Error code from S3 or STS XML, admin JSON, or the header of a HEAD response. */
  code: string | undefined
  /** Status and error code, or the status alone: `404 NoSuchBucket`, `200`. */
  outcome: string
  /** Error message, likewise. */
  message: string | undefined
  /** Outcome and message: `404 NoSuchBucket: The specified bucket does not exist`. */
  refusal: string
}

export function queryText(query: Record<string, string> = {}): string {
  return Object.entries(query)
    .map(([name, value]) =>
      value === '' ? encodeComponent(name) : `${encodeComponent(name)}=${encodeComponent(value)}`,
    )
    .join('&')
}

export async function send(options: SendOptions): Promise<TestResponse> {
  const { method, credentials, query } = options
  const search = queryText(query)
  const plainPath = options.path ?? (options.bucket === undefined ? '/' : objectPath(options.bucket, options.key))
  const url = new URL(options.url)
  const headers: Record<string, string> = { ...options.headers }
  let body: Uint8Array = Buffer.from(options.body ?? '')
  if (credentials === undefined) {
    headers.host ??= url.host
  } else {
    const signedUrl = new URL(plainPath + (search === '' ? '' : `?${search}`), url)
    const { headers: signed, seed } = signWithSeed({
      method,
      url: signedUrl,
      headers,
      credentials,
      payloadHash: options.payloadHash ?? (options.chunkedBody === undefined ? sha256Hex(body) : PAYLOAD.unsigned),
      ...(options.region === undefined ? {} : { region: options.region }),
      ...(options.service === undefined ? {} : { service: options.service }),
      ...(options.now === undefined ? {} : { now: options.now }),
    })
    Object.assign(headers, signed)
    // Access keys can have any characters; in a header those beyond Latin-1 are sent as UTF-8 bytes.
    headers.authorization = Buffer.from(headers.authorization ?? '', 'utf8').toString('latin1')
    if (options.chunkedBody !== undefined) body = await collect(options.chunkedBody(seed))
  }
  if (method !== 'GET' && method !== 'HEAD') headers['content-length'] ??= String(body.length)
  const outgoing = { path: plainPath + (search === '' ? '' : `?${search}`), headers }
  options.afterSigning?.(outgoing)
  return exchange(url, method, outgoing.path, outgoing.headers, body, options.connection)
}

/** Fetches a URL as it is, for example a presigned one. */
export function sendUrl(
  url: URL,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<TestResponse> {
  const body = Buffer.from(options.body ?? '')
  const method = options.method ?? 'GET'
  const headers = {
    host: url.host,
    ...(method === 'GET' ? {} : { 'content-length': String(body.length) }),
    ...options.headers,
  }
  return exchange(url, method, url.pathname + url.search, headers, body)
}

async function collect(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function exchange(
  url: URL,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Uint8Array,
  connection: SendOptions['connection'] = {},
): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest
    const outgoing = open(
      {
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port,
        method,
        path,
        headers,
        agent: false,
        ca: TEST_CERTIFICATES.map(({ cert }) => cert),
        timeout: 30_000,
        ...connection,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          hasResponse = true
          const received: Record<string, string> = {}
          for (const [name, value] of Object.entries(response.headers)) received[name] = [value].flat().join(', ')
          resolve(readResponse(response.statusCode ?? 0, received, Buffer.concat(chunks)))
        })
      },
    )
    let hasResponse = false
    outgoing.on('timeout', () => outgoing.destroy(new Error('no response within 30 s')))
    outgoing.on('error', (error) => {
      // A server may reject the request and close before it has read the whole body; its response counts.
      if (!hasResponse) reject(error)
    })
    outgoing.end(body)
  })
}

function readResponse(status: number, headers: Record<string, string>, bytes: Buffer): TestResponse {
  const text = bytes.toString('utf8')
  const failed = status >= 300
  const code = failed ? (headers['x-minio-error-code'] ?? texts(text, 'Code')[0] ?? jsonText(text, 'Code')) : undefined
  const message = failed ? (texts(text, 'Message')[0] ?? jsonText(text, 'Message')) : undefined
  const outcome = code === undefined ? `${status}` : `${status} ${code}`
  return {
    status,
    headers,
    bytes,
    text,
    code,
    outcome,
    message,
    refusal: message === undefined ? outcome : `${outcome}: ${message}`,
  }
}

/** The first text of a field, wherever it is in the JSON. */
function jsonText(text: string, field: string): string | undefined {
  const [, quoted] = new RegExp(`"${field}":("(?:[^"\\\\]|\\\\.)*")`).exec(text) ?? []
  return quoted === undefined ? undefined : (JSON.parse(quoted) as string)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replace(/&(#x?[\da-fA-F]+|\w+);/g, (whole, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16))
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)))
    return ENTITIES[name] ?? whole
  })
}

/** The texts of all elements of that name without child elements, in order. */
export function texts(xml: string, element: string): string[] {
  const pattern = new RegExp(`<${element}(?:\\s[^>]*)?(?:/>|>([^<]*)</${element}>)`, 'g')
  return [...xml.matchAll(pattern)].map((match) => unescapeXml(match[1] ?? ''))
}
