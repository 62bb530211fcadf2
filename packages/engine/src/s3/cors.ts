/**
 * Whom the CORS configuration of a bucket lets read its answers. Without one no page of another origin may: then answers
 * carry none of these headers.
 */
import { type CorsConfiguration, type CorsRule, findCorsRule, parseCors } from '@cooperage/wire'
import type { Engine } from '../engine.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Store } from '../store/store.ts'

/** Read configurations by their text: they are asked for with every request of a browser and seldom change. */
const parsed = new Map<string, CorsConfiguration>()
const MAX_PARSED = 256

/** Undefined without a configuration, and without a bucket. */
export function corsRules(store: Store, bucket: string): CorsConfiguration | undefined {
  if (store.getBucket(bucket) === undefined) return undefined
  const text = store.getBucketDocument(bucket, 'cors')?.text
  if (text === undefined) return undefined
  const known = parsed.get(text)
  if (known !== undefined) return known
  const configuration = parseCors(text)
  const [oldest] = parsed.keys()
  if (parsed.size >= MAX_PARSED && oldest !== undefined) parsed.delete(oldest)
  parsed.set(text, configuration)
  return configuration
}

/** For every answer of a bucket, errors too: a page is to see why it was refused. */
export function corsHeaders(engine: Engine, exchange: Exchange, bucket: string): Record<string, string> {
  const rules = corsRules(engine.store, bucket)
  if (rules === undefined) return {}
  const { origin } = exchange.headers
  // As S3 has it: who names method and headers, as a preflight does, is answered for those.
  const method = exchange.headers['access-control-request-method'] ?? exchange.method
  const rule = origin ? findCorsRule(rules, { origin, method, headers: requestedHeaders(exchange.headers) }) : undefined
  return {
    // Also without an origin: a cache must not give that answer to a page which has one.
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    ...(rule === undefined || !origin ? {} : allowedOriginHeaders(rule, origin)),
  }
}

/** Credentials are never allowed to "any origin": a browser would refuse the two together, and rightly. */
export function allowedOriginHeaders(rule: CorsRule, origin: string): Record<string, string> {
  const isAny = rule.allowedOrigins.includes('*')
  return {
    'access-control-allow-origin': isAny ? '*' : origin,
    ...(isAny ? {} : { 'access-control-allow-credentials': 'true' }),
    ...(rule.exposeHeaders.length === 0 ? {} : { 'access-control-expose-headers': rule.exposeHeaders.join(', ') }),
  }
}

/** Names in lower case. */
export function requestedHeaders(headers: Exchange['headers']): string[] {
  return (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
}
