import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import type { ErrorBody } from '@cooperage/contract'

export interface Reply {
  status: number
  headers: IncomingMessage['headers']
  bytes: Buffer
  text: string
  /** The body as JSON; undefined if it isn't JSON. */
  json: unknown
  /** Status and error code, or the status alone: `404 NoSuchBucket`, `200`. */
  outcome: string
  /** The same with the error message: `404 NoSuchBucket: Bucket photos doesn’t exist.` */
  refusal: string
}

export interface CallOptions {
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent unchanged. */
  body?: string | Buffer
  /** Sent as a multipart form. */
  form?: FormFile[]
  /** Sends no cookies. */
  anonymous?: boolean
}

export interface FormFile {
  name: string
  fileName?: string
  content: string | Buffer
  type?: string
}

/** A browser as the server sees it: keeps cookies, and sends requests unchanged. */
export interface Visitor {
  /** The console's address, maybe with a path. */
  url: string
  /** How it connects to that, if not as usual. */
  connection: Connection
  cookies: Map<string, string>
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
  get(path: string, options?: CallOptions): Promise<Reply>
  /** POST /login. */
  signIn(keys: { accessKey: string; secretKey: string }): Promise<Reply>
  /** Another browser with a copy of the cookies. */
  twin(url?: string): Visitor
}

export type Connection = Pick<RequestOptions, 'ca' | 'localAddress' | 'lookup'>

export function visitor(url: string, cookies = new Map<string, string>(), connection: Connection = {}): Visitor {
  const call: Visitor['call'] = async (method, path, options = {}) => {
    const { headers, body } = payload(options)
    if (cookies.size > 0 && !options.anonymous) {
      headers.cookie ??= [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    }
    const reply = await exchange(url, { ...connection, method, path, headers }, body)
    for (const line of reply.headers['set-cookie'] ?? []) keepCookie(cookies, line)
    return reply
  }
  return {
    url,
    connection,
    cookies,
    call,
    get: (path, options) => call('GET', path, options),
    signIn: (keys) => call('POST', '/api/v1/login', { json: keys }),
    twin: (otherUrl = url) => visitor(otherUrl, new Map(cookies), connection),
  }
}

/** A visitor who has signed in. @throws Error with the console's response if it refuses */
export async function signedIn(url: string, keys: Parameters<Visitor['signIn']>[0]): Promise<Visitor> {
  const user = visitor(url)
  const { status, text } = await user.signIn(keys)
  if (status !== 201) throw new Error(`no sign-in: ${status} ${text}`)
  return user
}

/** A multipart form as browsers write it. */
export function formBody(files: readonly FormFile[], boundary = 'form-boundary'): Buffer {
  const parts = files.map(({ name, fileName, content, type }) => {
    const file = fileName === undefined ? '' : `; filename="${encodeName(fileName)}"`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${encodeName(name)}"${file}\r\n`
    const typed = type === undefined ? '' : `Content-Type: ${type}\r\n`
    return Buffer.concat([Buffer.from(`${head}${typed}\r\n`), Buffer.from(content), Buffer.from('\r\n')])
  })
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}

export const FORM_TYPE = 'multipart/form-data; boundary=form-boundary'

/** WHATWG "multipart/form-data encoding algorithm". */
function encodeName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
}

function payload({ headers = {}, json, body, form }: CallOptions): {
  headers: Record<string, string>
  body: Buffer | undefined
} {
  const sent: Record<string, string> = {}
  let bytes: Buffer | undefined
  if (json !== undefined) {
    sent['content-type'] = 'application/json'
    bytes = Buffer.from(JSON.stringify(json))
  } else if (form !== undefined) {
    sent['content-type'] = FORM_TYPE
    bytes = formBody(form)
  } else if (body !== undefined) bytes = Buffer.from(body)
  const isChunked = headers['transfer-encoding'] !== undefined
  if (bytes !== undefined && !isChunked) sent['content-length'] = String(bytes.length)
  return { headers: { ...sent, ...headers }, body: bytes }
}

function exchange(url: string, options: RequestOptions, body: Buffer | undefined): Promise<Reply> {
  const { protocol, hostname, port, pathname } = new URL(url)
  const path = pathname.replace(/\/$/, '') + options.path
  const open = protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = open({ ...options, path, host: hostname, port, agent: false }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = bytes.toString('utf8')
        const { statusCode: status = 0, headers } = incoming
        const json = parseJson(text)
        const { code, message } = (status >= 400 && (json as Partial<ErrorBody>)) || {}
        const outcome = code === undefined ? `${status}` : `${status} ${code}`
        resolve({ status, headers, bytes, text, json, outcome, refusal: `${outcome}: ${message}` })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const equals = pair.indexOf('=')
  const name = pair.slice(0, equals)
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, pair.slice(equals + 1))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not every response is JSON; tests that expect it see undefined.
    return undefined
  }
}
