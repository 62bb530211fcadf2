import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hostName } from './allowed-hosts.ts'

/** Nothing in an answer that is no page may run, load or be framed. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Policy of the page: its own files, and styles that carry this answer's nonce. */
export function pagePolicy(nonce: string): string {
  return (
    `default-src 'self'; style-src 'self' 'nonce-${nonce}'; object-src 'none'; ` +
    "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
  )
}

/** Headers of every answer, set before anything else can fail. Answers that are a page or a file replace policy and caching. */
export function sendSecurityHeaders(app: FastifyInstance, hstsSeconds: number): void {
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
    })
    if (isTrustworthy(request)) reply.header('cross-origin-opener-policy', 'same-origin')
    if (hstsSeconds > 0 && request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${hstsSeconds}`)
    }
    done()
  })
}

/**
 * Whether browsers count the visitor's origin as potentially trustworthy. From any other, such as a name in a home network
 * over plain HTTP, they ignore the opener policy and complain about it on every page.
 */
function isTrustworthy(request: FastifyRequest): boolean {
  const name = hostName(request.host)
  return request.protocol === 'https' || /^(?:(?:.+\.)?localhost|127\.[\d.]+|::1)$/.test(name)
}
