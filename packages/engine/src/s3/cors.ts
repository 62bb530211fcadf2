/**
 * Response headers from the CORS configuration of a bucket. Without a configuration, pages of other origins have access by presigned
 * URLs only: such a URL alone is what permits the request, as it does outside of browsers, and a browser adds nothing to it.
 */
import {
  CHECKSUM_ALGORITHMS,
  type CorsConfiguration,
  type CorsRule,
  checksumHeader,
  findCorsRule,
  parseCors,
} from '@cooperage/wire'
import type { Exchange } from '../http/exchange.ts'
import type { Store } from '../store/store.ts'
import type { S3Services } from './services.ts'

/** Cache of parsed configurations by text: every browser request needs them, and they rarely change. */
const parsed = new Map<string, CorsConfiguration>()
const MAX_PARSED = 256

/** Undefined without a configuration or bucket. */
export function corsRules(store: Store, bucket: string): CorsConfiguration | undefined {
  if (store.getBucket(bucket) === undefined) return undefined
  const text = store.getBucketDocument(bucket, 'cors')?.text
  if (text === undefined) return undefined
  const cached = parsed.get(text)
  if (cached !== undefined) return cached
  const configuration = parseCors(text)
  const [oldest] = parsed.keys()
  if (parsed.size >= MAX_PARSED && oldest !== undefined) parsed.delete(oldest)
  parsed.set(text, configuration)
  return configuration
}

/** For presigned URLs in a bucket without a configuration. Without credentials: there are none beside the URL. */
export const PRESIGNED_RULE: CorsRule = {
  allowedOrigins: ['*'],
  allowedMethods: ['GET', 'HEAD', 'PUT'],
  allowedHeaders: ['*'],
  exposeHeaders: [
    'ETag',
    'Content-Encoding',
    'x-amz-version-id',
    'x-amz-request-id',
    ...CHECKSUM_ALGORITHMS.map(checksumHeader),
    'x-amz-checksum-type',
  ],
}

/** Whether the URL has a signature. That of a preflight can't be verified: it is for the request that follows. */
export function isPresigned(query: URLSearchParams): boolean {
  return query.has('X-Amz-Credential')
}

/** Headers for every response about a bucket, including errors, so that pages can read the reason. */
export function corsHeaders(engine: S3Services, exchange: Exchange, bucket: string): Record<string, string> {
  const { origin } = exchange.headers
  const rules = corsRules(engine.store, bucket)
  if (rules === undefined) {
    // The reason of a refused signature is for nobody who can't sign.
    const isOpen = origin && isPresigned(exchange.query) && exchange.facts.caller !== undefined
    return isOpen ? { vary: 'Origin', ...allowedOriginHeaders(PRESIGNED_RULE, origin) } : {}
  }
  // As in S3, a request with preflight headers is checked for the method and headers that it names.
  const method = exchange.headers['access-control-request-method'] ?? exchange.method
  const rule = origin ? findCorsRule(rules, { origin, method, headers: requestedHeaders(exchange.headers) }) : undefined
  return {
    // Even without an origin: a cache must not serve this response to a request with one.
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    ...(rule === undefined || !origin ? {} : allowedOriginHeaders(rule, origin)),
  }
}

/** Never allows credentials together with any origin, which browsers reject. */
export function allowedOriginHeaders(rule: CorsRule, origin: string): Record<string, string> {
  const isAny = rule.allowedOrigins.includes('*')
  return {
    'access-control-allow-origin': isAny ? '*' : origin,
    ...(isAny ? {} : { 'access-control-allow-credentials': 'true' }),
    ...(rule.exposeHeaders.length === 0 ? {} : { 'access-control-expose-headers': rule.exposeHeaders.join(', ') }),
  }
}

/** Header names in lowercase. */
export function requestedHeaders(headers: Exchange['headers']): string[] {
  return (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
}
