/** Signed requests that can be deliberately interrupted. */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { type Credentials, objectPath, PAYLOAD, signRequest } from '@cooperage/wire'

export interface Request {
  method: string
  key?: string
  query?: string
  headers?: Record<string, string>
  body?: Buffer
}

export interface Reply {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** The number of bytes after which the client drops the connection. */
export type Cut = { sending: number } | { receiving: number }

export class HttpClient {
  readonly #url: URL
  readonly #bucket: string
  readonly #credentials: Credentials
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(url: string, bucket: string, credentials: Credentials) {
    this.#url = new URL(url)
    this.#bucket = bucket
    this.#credentials = credentials
  }

  /** With `cut`, drops the connection after that many bytes were sent or received; then there is no reply. */
  send(request: Request): Promise<Reply>
  send(request: Request, cut: Cut): Promise<undefined>
  send({ method, key, query = '', headers = {}, body }: Request, cut?: Cut): Promise<Reply | undefined> {
    const url = new URL(objectPath(this.#bucket, key) + (query === '' ? '' : `?${query}`), this.#url)
    const signed = signRequest({
      method,
      url,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(body.length) }) },
      credentials: this.#credentials,
      payloadHash: PAYLOAD.unsigned,
    })
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(url, { method, headers: signed, agent: this.#agent })
      const drop = () => {
        outgoing.destroy()
        resolve(undefined)
      }
      outgoing.on('error', (error) => (cut === undefined ? reject(error) : resolve(undefined)))
      outgoing.on('response', (incoming) => receive(incoming, cut, resolve, drop, reject))
      if (cut !== undefined && 'sending' in cut) outgoing.write(body?.subarray(0, cut.sending) ?? '', drop)
      else outgoing.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function receive(
  incoming: IncomingMessage,
  cut: Cut | undefined,
  resolve: (reply: Reply) => void,
  drop: () => void,
  reject: (error: Error) => void,
): void {
  const pieces: Buffer[] = []
  let length = 0
  incoming.on('data', (piece: Buffer) => {
    pieces.push(piece)
    length += piece.length
    if (cut !== undefined && 'receiving' in cut && length >= cut.receiving) drop()
  })
  incoming.on('error', (error) => (cut === undefined ? reject(error) : drop()))
  incoming.on('end', () => {
    if (cut !== undefined) drop()
    else resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(pieces, length) })
  })
}
