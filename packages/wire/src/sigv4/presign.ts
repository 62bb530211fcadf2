import type { Credentials } from '../credentials.ts'
import { sortedEntries } from '../order.ts'
import {
  ALGORITHM,
  amzDate,
  canonicalRequest,
  type Scope,
  scopeText,
  signature,
  signingKey,
  stringToSign,
} from './canonical.ts'
import { PAYLOAD } from './payload.ts'
import { encodeComponent } from './percent-encoding.ts'

export interface PresignOptions {
  method: string
  /** `pathname` must be the escaped path; build it with `objectPath`. Its query is kept and signed. */
  url: URL
  credentials: Credentials
  /** Default `us-east-1`. */
  region?: string
  /** 1 to 604800 (7 days); servers reject anything else. */
  expiresInSeconds: number
  now?: Date
  /** Headers that the user of the URL must send exactly like this; `host` is always included. */
  headers?: Record<string, string>
}

/** A URL with its signature in the query. The body of the request isn't signed. */
export function presignUrl(options: PresignOptions): URL {
  const { method, credentials } = options
  const timestamp = amzDate(options.now ?? new Date())
  const scope: Scope = { date: timestamp.slice(0, 8), region: options.region ?? 'us-east-1', service: 's3' }
  const url = new URL(options.url)
  const headers: Record<string, string> = { host: url.host }
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = value
  const signed = sortedEntries(headers)

  const added: [string, string][] = [
    ['X-Amz-Algorithm', ALGORITHM],
    ['X-Amz-Credential', `${credentials.accessKey}/${scopeText(scope)}`],
    ['X-Amz-Date', timestamp],
    ['X-Amz-Expires', String(options.expiresInSeconds)],
    ['X-Amz-SignedHeaders', signed.map(([name]) => name).join(';')],
  ]
  if (credentials.sessionToken !== undefined) added.push(['X-Amz-Security-Token', credentials.sessionToken])
  const given = url.search.slice(1)
  const query = `${given === '' ? '' : `${given}&`}${added.map(([name, value]) => `${name}=${encodeComponent(value)}`).join('&')}`

  const canonical = canonicalRequest({
    method,
    path: url.pathname,
    query,
    headers: signed,
    payloadHash: headers['x-amz-content-sha256'] ?? PAYLOAD.unsigned,
  })
  const key = signingKey(credentials.secretKey, scope)
  url.search = `${query}&X-Amz-Signature=${signature(key, stringToSign(canonical, timestamp, scope))}`
  return url
}
