import type { IncomingHeaders } from '../sigv4/incoming.ts'
import { refusal } from '../sigv4/refusals.ts'

const HEADER_NAME = /^(?:content-md5|content-type|x-amz-[a-z0-9!#$%&'*+.^_`|~-]+)$/

/**
 * The headers that a presigned link of version 2 has in its query, by lower-case name. Clients put what they signed as
 * headers there (boto3: metadata, the token of temporary credentials), so for signature and request they count as headers. A
 * value is a byte string (Latin-1), like header values in Node.
 * @throws WireError SignatureDoesNotMatch for a value that no header can have: it could imitate the lines of other headers
 */
function linkHeaders(query: URLSearchParams): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of query) {
    if (!HEADER_NAME.test(name)) continue
    if (/\p{Cc}/u.test(value)) throw refusal('signatureMismatch')
    const bytes = Buffer.from(value, 'utf8').toString('latin1')
    headers[name] = headers[name] === undefined ? bytes : `${headers[name]},${bytes}`
  }
  return headers
}

/** The headers of a request merged with those in its query; real headers take precedence. */
export function withLinkHeaders<Headers extends IncomingHeaders>(headers: Headers, query: URLSearchParams): Headers {
  return { ...linkHeaders(query), ...headers }
}
