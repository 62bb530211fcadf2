/** The MinIO admin API: plain and encrypted JSON under `/minio/admin/v3/`, signed like S3. */
import { authenticationForm, type WireError } from '@cooperage/wire'
import type { Exchange } from '../http/exchange.ts'
import type { ProtocolHandler } from '../http/protocol-handler.ts'
import { s3Error } from '../s3/errors.ts'
import { bodyMethods } from './body.ts'
import type { AdminRoute } from './call.ts'
import { checkCaller } from './caller-check.ts'
import { adminErrorResponse } from './error-response.ts'
import { adminError } from './errors.ts'
import { ADMIN_ROUTES } from './routes.ts'
import type { AdminServices } from './services.ts'

const PREFIX = '/minio/admin'
const VERSION = 'v3'

export const adminHandler: ProtocolHandler<AdminServices & { hostId: string }> = {
  accepts: ({ path }) => path === PREFIX || path.startsWith(`${PREFIX}/`),

  async respond(engine, exchange) {
    const { route, parameters } = findRoute(exchange)
    const [operation, , permission, run] = route
    exchange.facts.operation = operation
    // The admin API has no presigned requests.
    if (authenticationForm(exchange.signed) === 'query') throw s3Error('AccessDenied')
    if (hasDotSegment(exchange.query)) throw s3Error('XMinioInvalidResourceName')
    const { caller, verified, allows, checkAgain } = checkCaller(engine, exchange)
    if (permission !== null && !allows(permission)) throw s3Error('AccessDenied')
    return run({
      engine,
      exchange,
      caller,
      query: exchange.query,
      parameters,
      allows,
      ...bodyMethods(exchange, { verified, secretKey: caller.secretKey, checkAgain }),
    })
  },

  errorResponse: adminErrorResponse,
}

/** MinIO rejects names with `.` and `..` segments, because it uses names as paths. */
function hasDotSegment(query: URLSearchParams): boolean {
  return [...query.values()].some((value) => value.split('/').some((part) => part === '.' || part === '..'))
}

interface FoundRoute {
  route: AdminRoute
  parameters: Record<string, string>
}

/** @throws WireError XMinioAdminVersionMismatch */
function findRoute({ method, path, query }: Pick<Exchange, 'method' | 'path' | 'query'>): FoundRoute {
  const [version, ...call] = path.slice(PREFIX.length + 1).split('/')
  if (version !== VERSION || call.length === 0) throw versionMismatch(call.length === 0 ? '' : (version ?? ''))
  for (const route of ADMIN_ROUTES) {
    const parameters = match(route[1], method, call, query)
    if (parameters !== undefined) return { route, parameters }
  }
  throw adminError('XMinioAdminVersionMismatch')
}

function versionMismatch(version: string): WireError {
  const number = /^v(\d+)$/.exec(version)?.[1]
  if (number !== undefined && Number(number) < Number(VERSION.slice(1))) {
    return adminError(
      'XMinioAdminVersionMismatch',
      `Server expects client requests with 'admin' API version '${VERSION}', found '${version}', please upgrade the client to latest releases`,
    )
  }
  return adminError(
    'XMinioAdminVersionMismatch',
    `Unexpected client 'admin' API version found '${number === undefined ? 'unknown' : version}', expected '${VERSION}', please downgrade the client to older releases`,
  )
}

function match(
  pattern: string,
  method: string,
  call: readonly string[],
  query: URLSearchParams,
): Record<string, string> | undefined {
  const [routeMethod, target = ''] = pattern.split(' ')
  const [routePath = '', required] = target.split('?')
  const segments = routePath.split('/')
  if (routeMethod !== method || segments.length !== call.length) return undefined
  if (required?.split('&').some((name) => !query.has(name))) return undefined
  const parameters: Record<string, string> = {}
  for (const [at, segment] of segments.entries()) {
    const value = call[at] ?? ''
    const name = /^\{(.+)\}$/.exec(segment)?.[1]
    if (name === undefined ? segment !== value : value === '') return undefined
    if (name !== undefined) parameters[name] = value
  }
  return parameters
}
