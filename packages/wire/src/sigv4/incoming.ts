/** A request as a server receives it. */
export interface IncomingRequest {
  method: string
  /** Path and query exactly as in the request line (`IncomingMessage.url`). */
  target: string
  /**
   * Names in lower case. `IncomingMessage.headersDistinct` is the better source: `headers` joins repeated ones with a
   * space that the client didn't sign.
   */
  headers: IncomingHeaders
}

export type IncomingHeaders = Readonly<Record<string, string | string[] | undefined>>

export function header(headers: IncomingHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** The Authorization header. Clients send access keys in UTF-8, and Node reads headers as Latin-1. */
export function authorizationOf(headers: IncomingHeaders): string {
  return Buffer.from(header(headers, 'authorization') ?? '', 'latin1').toString('utf8')
}

export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?')
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}
