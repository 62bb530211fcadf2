import type { IncomingMessage } from 'node:http'
import type { TrustsProxy } from '@cooperage/listener'

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
function splitBasePath(rawUrl: string, forwardedPrefix: string | undefined): BasedUrl {
  const { basePath, url } = splitForwardedPrefix(rawUrl, forwardedPrefix)
  const operator = OPERATOR_PREFIX.exec(url)?.[0]
  if (operator === undefined || !isPlainPrefix(operator)) return { basePath, url }
  return { basePath: `${basePath}${operator.slice(1)}/`, url: withoutPrefix(url, operator) }
}

function splitForwardedPrefix(url: string, forwardedPrefix: string | undefined): BasedUrl {
  const forwarded = forwardedPrefix?.replace(/\/$/, '')
  if (forwarded === undefined || !isPlainPrefix(forwarded)) return { basePath: '/', url }
  return { basePath: `${forwarded}/`, url: withoutPrefix(url, forwarded) }
}

/** `splitBasePath` for a request; the header counts only when it comes from a trusted proxy. */
export function basedUrlOf(request: IncomingMessage, trusts: TrustsProxy): BasedUrl {
  return splitBasePath(request.url ?? '/', forwardedPrefixOf(request, trusts))
}

/** The same for a console that isn't behind an operator, because it is the operator's own. */
export function forwardedUrlOf(request: IncomingMessage, trusts: TrustsProxy): BasedUrl {
  return splitForwardedPrefix(request.url ?? '/', forwardedPrefixOf(request, trusts))
}

function forwardedPrefixOf({ headers, socket }: IncomingMessage, trusts: TrustsProxy): string | undefined {
  const header = headers['x-forwarded-prefix']
  return typeof header === 'string' && trusts(socket.remoteAddress) ? header : undefined
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
