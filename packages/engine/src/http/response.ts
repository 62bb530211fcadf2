/** A response as data; `http/send.ts` sends it. */
export interface HttpResponse {
  status: number
  headers?: Record<string, string>
  /** Absent for a response without a body. */
  body?: string | Uint8Array | ByteStream | LiveStream
}

/** Bytes that are streamed. `close` is called exactly once, even if the client disconnects. */
export interface ByteStream {
  length: number
  /** A chunk may be overwritten when the next one is requested. */
  bytes: AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/** Text that is sent as it is produced, until the client disconnects, the server stops, or the text ends. */
export interface LiveStream {
  /** Called once. Ends when `signal` aborts. */
  live(signal: AbortSignal): AsyncIterable<string>
}

export function xmlResponse(body: string, status = 200): HttpResponse {
  return { status, headers: { 'content-type': 'application/xml' }, body }
}

export function jsonResponse(value: unknown, status = 200): HttpResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** A stream with MinIO's headers. Each chunk is sent immediately. */
export function liveResponse(live: LiveStream['live']): HttpResponse {
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' },
    body: { live },
  }
}
