import type { IncomingMessage } from 'node:http'
import type { TrustsProxy } from './trusted-proxies.ts'

const SEGMENT = '[A-Za-z0-9._~-]+'
/** The prefix under which the older consoles are reached through an operator (spec core-console 2, Base path). */
const OPERATOR_PREFIX = new RegExp(`^/api/proxy/${SEGMENT}/${SEGMENT}(?=[/?]|$)`)
const PREFIX = new RegExp(`^(/${SEGMENT})+$`)

/** Where the visitor's browser sees this console, and the request without that prefix. */
export interface BasedUrl {
  /** `/`, or `/some/prefix/`: starts and ends with a slash. */
  basePath: string
  /** Path and query without the prefix. */
  url: string
}

/**
 * Splits the base path off a request's URL: the prefix that a trusted proxy names in X-Forwarded-Prefix, whether the proxy
 * has stripped it or not, then `/api/proxy/{namespace}/{tenant}`. A prefix that is anything but plain path segments is ignored.
 */
export function splitBasePath(rawUrl: string, forwardedPrefix: string | undefined): BasedUrl {
  let base = ''
  let url = rawUrl
  const forwarded = forwardedPrefix?.replace(/\/$/, '')
  if (forwarded !== undefined && isPlainPrefix(forwarded)) {
    base = forwarded
    url = withoutPrefix(url, forwarded)
  }
  const operator = OPERATOR_PREFIX.exec(url)?.[0]
  if (operator !== undefined && isPlainPrefix(operator)) {
    base += operator
    url = withoutPrefix(url, operator)
  }
  return { basePath: `${base}/`, url }
}

/** `splitBasePath` for a request; the header counts only when it comes from a trusted proxy. */
export function basedUrlOf(request: IncomingMessage, trusts: TrustsProxy): BasedUrl {
  const header = request.headers['x-forwarded-prefix']
  const prefix = typeof header === 'string' && trusts(request.socket.remoteAddress) ? header : undefined
  return splitBasePath(request.url ?? '/', prefix)
}

function isPlainPrefix(prefix: string): boolean {
  return PREFIX.test(prefix) && !prefix.split('/').some((segment) => segment === '.' || segment === '..')
}

function withoutPrefix(url: string, prefix: string): string {
  if (!url.startsWith(prefix)) return url
  const rest = url.slice(prefix.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}
