/** Finds the route of a request in the table of `routes.ts`, which is compiled once for fast lookups. */
import type { WireError } from '@cooperage/wire'
import type { Exchange } from '../http/exchange.ts'
import type { S3Operation } from './call.ts'
import { s3Error } from './errors.ts'
import { unsupported } from './missing-features.ts'
import { SUPPORTED_ROUTES, UNSET_FEATURE_ROUTES, UNSUPPORTED_ROUTES } from './routes.ts'
import type { Target } from './target.ts'

export interface Route {
  operation: string
  permission: string | null
  run: S3Operation
}

interface CompiledRoute extends Route {
  method: string
  level: string
  query: readonly { name: string; value: string | undefined }[]
  header: { name: string; start: string } | undefined
}

/** By method and level, the most specific routes first, so that the order of the table does not matter. */
const ROUTES: ReadonlyMap<string, readonly CompiledRoute[]> = Map.groupBy(
  [...UNSUPPORTED_ROUTES, ...UNSET_FEATURE_ROUTES, ...SUPPORTED_ROUTES]
    .map(([operation, pattern, permission, run]) => ({ operation, permission, run, ...parsePattern(pattern) }))
    .sort((a, b) => specificity(b) - specificity(a)),
  ({ method, level }) => `${method} ${level}`,
)

/** Query parameters that select an operation, by level. A request with one of them must not match a general route. */
const SUB_RESOURCES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ['/', '/bucket', '/bucket/key'].map((level) => [
    level,
    new Set(
      [...ROUTES.values()]
        .flat()
        .flatMap((route) => (route.level === level ? route.query.map(({ name }) => name) : [])),
    ),
  ]),
)

/** The methods that need neither a parameter nor a header, for the header `Allow`. */
function plainMethods(level: string): string {
  const routes = [...ROUTES.values()].flat().filter((route) => route.level === level && specificity(route) === 0)
  return routes
    .map(({ method }) => method)
    .sort()
    .join(', ')
}

/**
 * @throws WireError MethodNotAllowed for an unknown call and for an unsupported change of a sub-resource, NotImplemented for an
 * unknown sub-resource. Neither of the last two may change the bucket or object itself (DELETE ?versioning, PUT ?renameObject).
 */
export function findRoute(
  { method, query, headers }: Pick<Exchange, 'method' | 'query' | 'headers'>,
  target: Target,
): Route {
  const level = target.bucket === undefined ? '/' : target.key === undefined ? '/bucket' : '/bucket/key'
  const found = ROUTES.get(`${method} ${level}`)?.find(
    (route) =>
      route.query.every(({ name, value }) => (value === undefined ? query.has(name) : query.get(name) === value)) &&
      (route.header === undefined || hasHeader(headers, route.header)),
  )
  if (found === undefined) throw unknownCall(method, level)
  // Unsupported operations are rejected by name.
  if (WRITES.has(method) && found.run !== unsupported) checkSubResources(found, query)
  return found
}

function unknownCall(method: string, level: string): WireError {
  // A form would be accepted there.
  if (method === 'POST' && level === '/bucket') return s3Error('RequestIsNotMultiPartContent')
  return s3Error('MethodNotAllowed', undefined, { headers: { allow: plainMethods(level) } })
}

const WRITES: ReadonlySet<string> = new Set(['PUT', 'POST', 'DELETE'])

/** Parameters of signatures, for logs (`x-…`, as in S3), of response headers, and headers in presigned URLs of version 2. */
const NO_SUB_RESOURCE = /^(?:x-|response-|AWSAccessKeyId$|Signature$|Expires$|content-md5$|content-type$)/i

function checkSubResources(route: CompiledRoute, query: URLSearchParams): void {
  const isPlain = route.query.length === 0
  // DeleteObject is the only plain write operation with versions.
  const acceptsVersion = !isPlain || route.operation === 'DeleteObject'
  for (const name of query.keys()) {
    if (NO_SUB_RESOURCE.test(name) || route.query.some((demand) => demand.name === name)) continue
    if (name === 'versionId' && acceptsVersion) continue
    const isKnown = SUB_RESOURCES.get(route.level)?.has(name)
    if (!isKnown) throw s3Error('NotImplemented', `The sub-resource ${name} is not implemented by this server.`)
    if (isPlain) throw s3Error('MethodNotAllowed')
  }
}

function hasHeader(headers: Exchange['headers'], { name, start }: { name: string; start: string }): boolean {
  const value = headers[name]
  return value !== undefined && String(value).startsWith(start)
}

function parsePattern(pattern: string): Pick<CompiledRoute, 'method' | 'level' | 'query' | 'header'> {
  const match = /^([A-Z]+) ([^? ]+)(?:\?(\S+))?(?: ([a-z-]+)(?:: (.*))?)?$/.exec(pattern)
  if (match === null) throw new Error(`not a route pattern: ${pattern}`)
  const [, method = '', level = '', query, header, start = ''] = match
  return {
    method,
    level,
    query: (query?.split('&') ?? []).map((demand) => {
      const [name = '', value] = demand.split('=')
      return { name, value }
    }),
    header: header === undefined ? undefined : { name: header, start },
  }
}

function specificity({ query, header }: Pick<CompiledRoute, 'query' | 'header'>): number {
  return query.length + (header === undefined ? 0 : 2)
}
