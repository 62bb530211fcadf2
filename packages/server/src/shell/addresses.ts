import { AppError } from '@cooperage/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** What a path without a handler was meant to be. */
export type AddressKind = 'page' | 'call' | 'file'

/**
 * `file` for what can only be a missing file: build output, and dot files, which are in no page's address. Object names may
 * contain dots and anything else, so everything below `/object-browser` is a page.
 */
export function addressKind(url: string): AddressKind {
  const path = pathOf(url)
  if (/^\/(api|ws)(\/|$)/.test(path)) return 'call'
  if (/^\/assets(\/|$)/.test(path)) return 'file'
  // The second is the browser of MinIO's console, whose addresses the page redirects.
  if (/^\/(object-)?browser\//.test(path)) return 'page'
  return /(^|\/|%2f|%5c|\\)(\.|%2e)/i.test(path) ? 'file' : 'page'
}

/** 405 if the path supports other methods, 404 otherwise. */
export function unknownCall(app: FastifyInstance, request: FastifyRequest): AppError {
  const url = pathOf(request.url)
  const acceptsOtherMethod = METHODS.some(
    (method) => method !== request.method && app.findRoute({ method, url }) !== null,
  )
  return acceptsOtherMethod ? new AppError('MethodNotAllowed', { method: request.method }) : new AppError('NotFound')
}

/** A URL without query and fragment. */
export function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '/'
}
