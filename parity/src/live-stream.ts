/** Reads a response that never ends: lines of JSON as they arrive. */
import { request } from 'node:http'
import { queryText, waitUntil } from '@cooperage/testkit'
import { type Credentials, sha256Hex, signRequest } from '@cooperage/wire'

export interface LiveStream {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Everything so far. */
  text(): string
  /** Whole lines so far, parsed; whitespace that keeps the connection open is left out. */
  lines(): Record<string, unknown>[]
  /** Waits for a matching line. */
  line(what: string, fits: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  stop(): void
}

export interface LiveOptions {
  url: string
  path: string
  query?: Record<string, string>
  credentials: Credentials
  /** Called until the headers have arrived: MinIO sends them only with the first message. */
  provoke?: () => Promise<unknown>
}

export async function openLive({ url, path, query, credentials, provoke }: LiveOptions): Promise<LiveStream> {
  const search = queryText(query)
  const target = new URL(path + (search === '' ? '' : `?${search}`), url)
  const headers = signRequest({
    method: 'GET',
    url: target,
    headers: {},
    credentials,
    region: 'us-east-1',
    service: 's3',
    payloadHash: sha256Hex(''),
  })
  let text = ''
  let head: { status: number; headers: LiveStream['headers'] } | undefined
  const outgoing = request(
    { host: target.hostname, port: target.port, path: target.pathname + target.search, headers, agent: false },
    (incoming) => {
      head = { status: incoming.statusCode ?? 0, headers: incoming.headers }
      incoming.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      // Closing it from this side surfaces as an error in the reader.
      incoming.on('error', () => undefined)
    },
  )
  outgoing.on('error', () => undefined)
  outgoing.end()
  const { status, headers: received } = await waitUntil('the stream opens', async () => {
    if (head === undefined) await provoke?.()
    return head
  })
  const lines = () =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return {
    status,
    headers: received,
    text: () => text,
    lines,
    line: (what, fits) => waitUntil(what, () => lines().find(fits)),
    stop: () => void outgoing.destroy(),
  }
}
