import type { Credentials } from '../credentials.ts'
import { compareText, sortedEntries } from '../order.ts'
import {
  ALGORITHM,
  amzDate,
  canonicalText,
  type Scope,
  scopeText,
  signature,
  signingKey,
  stringToSign,
} from './canonical.ts'
import { PAYLOAD } from './payload.ts'
import { encodeComponent } from './percent-encoding.ts'

export interface PresignerOptions {
  /** Of the URLs. */
  origin: URL
  credentials: Credentials
  region: string
  /** 1 to 604800 (7 days); servers reject anything else. */
  expiresInSeconds: number
  now: Date
}

export interface Presigned {
  method: string
  /** Escaped: `objectPath(bucket, key)`. */
  path: string
  query?: Readonly<Record<string, string>> | undefined
  /** Headers that the user of the URL must send exactly like this, names in lower case; `host` is always included. */
  headers?: Readonly<Record<string, string>>
}

/**
 * Signs many URLs like `presignUrl`, for one origin and at one moment. What they have in common is computed and written once: a
 * URL is the origin, a path with a query of its own, `&` and the common query.
 */
export class Presigner {
  readonly origin: string
  readonly query: string
  readonly #options: PresignerOptions
  readonly #timestamp: string
  readonly #scope: Scope
  readonly #common: readonly [name: string, pair: string][]

  constructor(options: PresignerOptions) {
    const { origin, credentials, region, expiresInSeconds, now } = options
    this.#options = options
    this.origin = origin.origin
    this.#timestamp = amzDate(now)
    this.#scope = { date: this.#timestamp.slice(0, 8), region, service: 's3' }
    this.#common = pairsOf({
      'X-Amz-Algorithm': ALGORITHM,
      'X-Amz-Credential': `${credentials.accessKey}/${scopeText(this.#scope)}`,
      'X-Amz-Date': this.#timestamp,
      'X-Amz-Expires': String(expiresInSeconds),
      ...(credentials.sessionToken !== undefined && { 'X-Amz-Security-Token': credentials.sessionToken }),
    })
    this.query = joined(this.#common)
  }

  /** The path of a URL with its own query. */
  sign({ method, path, query = {}, headers = {} }: Presigned): string {
    const { origin, credentials } = this.#options
    const signed = sortedEntries({ ...headers, host: origin.host })
    const own = pairsOf({ ...query, 'X-Amz-SignedHeaders': signed.map(([name]) => name).join(';') })
    const canonical = canonicalText({
      method,
      path,
      query: joined([...this.#common, ...own].sort(([a], [b]) => compareText(a, b))),
      headers: signed,
      payloadHash: PAYLOAD.unsigned,
    })
    const key = signingKey(credentials.secretKey, this.#scope)
    const text = stringToSign(canonical, this.#timestamp, this.#scope)
    return `${path}?${joined(own)}&X-Amz-Signature=${signature(key, text)}`
  }
}

function pairsOf(query: Readonly<Record<string, string>>): [name: string, pair: string][] {
  return Object.entries(query).map(([name, value]) => [name, `${encodeComponent(name)}=${encodeComponent(value)}`])
}

function joined(pairs: readonly [name: string, pair: string][]): string {
  return pairs.map(([, pair]) => pair).join('&')
}
