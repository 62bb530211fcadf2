/** What an operation answers, as data; `http/send.ts` puts it on the wire. */
export interface HttpResponse {
  status: number
  headers?: Record<string, string>
  /** Absent: an answer without body. */
  body?: string | Uint8Array | ByteStream | LiveStream
}

/** Bytes that are sent while they are read. `close` is called exactly once, also when the client leaves half-way. */
export interface ByteStream {
  length: number
  /** A piece may be overwritten as soon as the next is asked for. */
  bytes: AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/** Text that is sent as it comes into being, until the client leaves, the server ends, or there is no more. */
export interface LiveStream {
  /** Called once. When `signal` aborts, there is nothing more to tell. */
  live(signal: AbortSignal): AsyncIterable<string>
}

export function xmlResponse(body: string, status = 200): HttpResponse {
  return { status, headers: { 'content-type': 'application/xml' }, body }
}

export function jsonResponse(value: unknown, status = 200): HttpResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** The headers are those of MinIO's streams; each piece leaves at once. */
export function liveResponse(live: LiveStream['live']): HttpResponse {
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' },
    body: { live },
  }
}
