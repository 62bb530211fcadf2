/** A request as a server receives it. */
export interface IncomingRequest {
  method: string
  /** Path and query exactly as in the request line (`IncomingMessage.url`). */
  target: string
  /**
   * Names in lower case. `IncomingMessage.headersDistinct` is the better source: `headers` joins repeated ones with a
   * blank that the client did not sign.
   */
  headers: IncomingHeaders
}

export type IncomingHeaders = Readonly<Record<string, string | string[] | undefined>>

export function header(headers: IncomingHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?')
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}
