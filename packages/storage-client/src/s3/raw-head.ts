/** Heads of requests and responses of the raw fast paths: strict, because everything unusual is left to the connection pool. */
import { EMPTY_SHA256, signRequest } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { requestUrl, type StorageRequest } from '../send.ts'

/** Heads are below 2 kB; MinIO's user metadata is limited to 2 kB more. */
export const MAX_HEAD_BYTES = 32 * 1024

export interface RawHead {
  status: number
  headers: Record<string, string>
  length: number
}

/** The address of a GET, and its signed headers. */
export function signedGet(
  { endpoint, credentials, visitor }: StorageClient,
  request: StorageRequest,
): { url: URL; headers: Record<string, string> } {
  const url = requestUrl(endpoint, request)
  const headers = signRequest({
    method: 'GET',
    url,
    credentials,
    region: endpoint.region,
    payloadHash: EMPTY_SHA256,
    ...(request.headers && { headers: request.headers }),
  })
  return { url, headers: { ...headers, ...endpoint.headersFor(visitor) } }
}

/** @throws TypeError for a value with a line break */
export function rawRequestHead(url: URL, headers: Record<string, string>): string {
  let head = `GET ${url.pathname}${url.search} HTTP/1.1\r\n`
  for (const [name, value] of Object.entries(headers)) {
    // Some values come from browsers (Range, conditions): a line break in one would inject a header.
    if (/[\r\n\0]/.test(value)) throw new TypeError(`The header ${name} contains a line break`)
    head += `${name}: ${value}\r\n`
  }
  return `${head}\r\n`
}

/** undefined for anything but a plain 200 or 206 of known length. */
export function parseRawHead(text: string): RawHead | undefined {
  const [statusLine = '', ...lines] = text.split('\r\n')
  const status = Number(/^HTTP\/1\.1 (200|206)(?: |$)/.exec(statusLine)?.[1])
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    if (colon <= 0 || !/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) return undefined
    // A repeated length enables request smuggling.
    if (name === 'transfer-encoding' || (name === 'content-length' && name in headers)) return undefined
    headers[name] = line.slice(colon + 1).trim()
  }
  const length = headers['content-length'] ?? ''
  return status > 0 && /^\d{1,15}$/.test(length) ? { status, headers, length: Number(length) } : undefined
}
