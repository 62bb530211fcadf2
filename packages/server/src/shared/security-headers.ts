import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hostName, isLoopbackName } from './allowed-hosts.ts'

/** Which pages may show this console in a frame: none, or, for the console of a tenant, those of its own origin. */
export type Framing = 'none' | 'self'

/** Responses other than pages may not run, load or be framed. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** For an error page that takes the place of a page in a frame. */
export const FRAMED_ERROR_HEADERS = {
  'content-security-policy': API_POLICY.replace("ancestors 'none'", "ancestors 'self'"),
  'x-frame-options': 'SAMEORIGIN',
}

/**
 * Content security policy of the page: its own files, and styles with this response's nonce. `storage` is the origin that the page
 * exchanges objects with, '' for none; a frame is what starts a download without leaving the page.
 */
export function pagePolicy(nonce: string, framing: Framing, storage = ''): string {
  const direct = storage === '' ? '' : `connect-src 'self' ${storage}; frame-src 'self' ${storage}; `
  return (
    `default-src 'self'; style-src 'self' 'nonce-${nonce}'; ${direct}object-src 'none'; ` +
    `base-uri 'self'; form-action 'self'; frame-ancestors '${framing}'`
  )
}

/**
 * Content security policy of the preview frame: its own files without an origin, so without cookies, storage and the page;
 * images from bytes that the page handed in. It can't reach any address, not even by a form or a link.
 */
export function previewPolicy(nonce: string): string {
  return (
    `sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src blob: data:; ` +
    `font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`
  )
}

/** Headers of every response, set before anything else can fail. Pages and files replace policy and caching. */
export function sendSecurityHeaders(app: FastifyInstance, hstsSeconds: number, framing: Framing): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'content-security-policy': API_POLICY,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'x-request-id': request.id,
      ...(framing === 'self' && FRAMED_ERROR_HEADERS),
    })
    if (isTrustworthy(request)) reply.header('cross-origin-opener-policy', 'same-origin')
    if (hstsSeconds > 0 && request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${hstsSeconds}`)
    }
    done()
  })
}

/**
 * Whether browsers consider the visitor's origin potentially trustworthy. On any other, such as a local host name over plain
 * HTTP, they ignore the opener policy and log a warning on every page.
 */
function isTrustworthy(request: FastifyRequest): boolean {
  return request.protocol === 'https' || isLoopbackName(hostName(request.host))
}
