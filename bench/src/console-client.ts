import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import type { Credentials } from '@cooperage/wire'
import { type BodyPart, HttpConnection, type HttpResponse } from './http-connection.ts'

/** The encodings that Chromium offers at localhost and over TLS; elsewhere over plain HTTP it omits the last two. */
const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

/** A signed-in visitor of the console on one connection, with the headers that a browser sends. */
export class ConsoleClient {
  readonly connection: HttpConnection
  readonly #origin: string
  readonly #base: string
  #cookie = ''

  private constructor(url: string, base = '') {
    this.connection = new HttpConnection(url)
    this.#origin = url
    this.#base = base
  }

  /** @param base where the console of one of several servers is: `/servers/berlin` */
  static async signIn(url: string, credentials: Credentials, base = ''): Promise<ConsoleClient> {
    const client = new ConsoleClient(url, base)
    await client.login(credentials)
    return client
  }

  async login({ accessKey, secretKey }: Credentials): Promise<HttpResponse> {
    const response = await this.#send('POST', '/api/v1/login', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accessKey, secretKey }),
    })
    this.#cookie = response.cookies.map((cookie) => cookie.split(';')[0]).join('; ')
    return response
  }

  get(path: string, options: { keepBody?: boolean } = {}): Promise<HttpResponse> {
    return this.#send('GET', path, options)
  }

  /** The decoded body of a GET. */
  async plain(path: string): Promise<Buffer> {
    return decode(await this.get(path, { keepBody: true }))
  }

  /** The response to a JSON body, parsed. */
  async post(path: string, json: unknown): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const response = await this.#send('POST', path, { headers, body: JSON.stringify(json), keepBody: true })
    return JSON.parse(decode(response).toString())
  }

  /** Sends a form with one file, as the page does: the field name contains the size. */
  async upload(bucket: string, fileName: string, file: BodyPart): Promise<HttpResponse> {
    const boundary = '----CooperageBench7MA4YWxkTrZu0gW'
    const head = Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${file.length}"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    )
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
    const whole = (bytes: Uint8Array) => ({ bytes, length: bytes.length })
    return this.#send('POST', `/api/v1/buckets/${bucket}/objects/upload`, {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: { parts: [whole(head), file, whole(tail)] },
      keepBody: true,
    })
  }

  /** Sends one part of an upload, as the page does. Returns its ETag. */
  async uploadPart(bucket: string, query: Record<string, string>, part: BodyPart): Promise<string> {
    const path = `/api/v1/buckets/${bucket}/objects/uploads/part?${new URLSearchParams(query)}`
    const headers = { 'content-type': 'application/octet-stream' }
    const { body } = await this.#send('PUT', path, { headers, body: { parts: [part] }, keepBody: true })
    return (JSON.parse(body.toString()) as { etag: string }).etag
  }

  /** Another connection of the same browser. */
  twin(): ConsoleClient {
    const twin = new ConsoleClient(this.#origin, this.#base)
    twin.#cookie = this.#cookie
    return twin
  }

  /** The address and headers of a live view. */
  socketOptions(path: string): { url: string; headers: Record<string, string> } {
    return { url: this.#origin.replace('http', 'ws') + path, headers: { origin: this.#origin, cookie: this.#cookie } }
  }

  close(): void {
    this.connection.close()
  }

  async #send(
    method: string,
    path: string,
    options: { headers?: Record<string, string>; body?: string | { parts: readonly BodyPart[] }; keepBody?: boolean },
  ): Promise<HttpResponse> {
    const { headers, ...rest } = options
    const response = await this.connection.request({
      method,
      path: this.#base + path,
      headers: {
        'accept-encoding': ACCEPT_ENCODING,
        ...(method === 'GET' ? {} : { origin: this.#origin }),
        ...(this.#cookie === '' ? {} : { cookie: this.#cookie }),
        ...headers,
      },
      ...rest,
    })
    if (response.status >= 300)
      throw new Error(`the console returned ${response.status} to ${method} ${path}: ${response.body}`)
    return response
  }
}

/** The decoded body of a response. */
export function decode({ headers, body }: HttpResponse): Buffer {
  const encoding = headers.get('content-encoding')
  if (encoding === undefined) return body
  if (encoding === 'gzip') return gunzipSync(body)
  if (encoding === 'deflate') return inflateSync(body)
  if (encoding === 'br') return brotliDecompressSync(body)
  if (encoding === 'zstd') return zstdDecompressSync(body)
  throw new Error(`the console responded with the encoding ${encoding}, which was not offered`)
}
