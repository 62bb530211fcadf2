/** What an operation answers, as data; `http/send.ts` puts it on the wire. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  /** Absent: an answer without body. */
  body?: string | Uint8Array | ByteStream
}

/** Bytes that are sent while they are read. `close` is called exactly once, also when the client leaves half-way. */
export interface ByteStream {
  length: number
  bytes: AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export function xmlAnswer(body: string, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/xml' }, body }
}

export function jsonAnswer(value: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}
