import { AppError } from '@cooperage/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers store at least 4,096 bytes of name, value and attributes per cookie. */
const PIECE_LENGTH = 3_800
/** Half of what the headers of a request may have (`request-limits.ts`); the rest is for its address and other headers. */
const MAX_PIECES = 4

/**
 * The cookie in which a browser stores its sealed session, split into as many cookies as needed.
 *
 * Over TLS its name has a prefix (RFC 6265bis, cookie name prefixes): browsers accept such a cookie only over TLS and, at the
 * root path, only for exactly this host, so neither another site of the domain nor plain HTTP can set one.
 */
export class SessionCookie {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  /**
   * The sealed session of a request, joined from its pieces, or undefined. The first piece contains their number, so that a
   * leftover piece of another session is never joined to this one.
   */
  read(request: FastifyRequest): string | undefined {
    const { cookies } = request
    const first = /^([1-9])-(.+)$/.exec(cookies[this.#pieceName(request, 0)] ?? '')
    if (first === null) return undefined
    let text = first[2] ?? ''
    for (let piece = 1; piece < Number(first[1]); piece++) text += cookies[this.#pieceName(request, piece)] ?? ''
    return text
  }

  /** Whether the request has any of our cookies, valid or not. */
  isIn(request: FastifyRequest): boolean {
    return request.cookies[this.#pieceName(request, 0)] !== undefined
  }

  /**
   * Whether the request has a cookie of ours more than once. Browsers send the cookie with the longer path first, so
   * the author of a planted first cookie would decide who the visitor is.
   */
  isAmbiguous(request: FastifyRequest): boolean {
    return this.#pieceNames(request).some((name) => isSentTwice(request, name))
  }

  /** @throws AppError SessionTooLarge */
  set(reply: FastifyReply, sealed: string, maxAgeSeconds: number): void {
    const pieces = sealed.match(new RegExp(`.{1,${PIECE_LENGTH}}`, 'g')) ?? []
    if (pieces.length > MAX_PIECES) throw new AppError('SessionTooLarge')
    for (const [index, piece] of pieces.entries()) {
      const value = index === 0 ? `${pieces.length}-${piece}` : piece
      reply.setCookie(this.#pieceName(reply.request, index), value, {
        ...cookieAttributes(reply.request),
        maxAge: maxAgeSeconds,
      })
    }
  }

  /** Removes every piece from the browser; over TLS also those without the prefix, which older versions set. */
  clear(reply: FastifyReply): void {
    const { request } = reply
    const sent = [...this.#pieceNames(request), ...this.#pieceNames(request, '')].filter(
      (name) => request.cookies[name] !== undefined,
    )
    for (const name of new Set([this.#pieceName(request, 0), ...sent])) {
      reply.setCookie(name, '', { ...cookieAttributes(request), maxAge: 0 })
    }
  }

  #pieceNames(request: FastifyRequest, prefix = cookiePrefix(request)): string[] {
    return Array.from({ length: MAX_PIECES }, (_, index) => this.#pieceName(request, index, prefix))
  }

  #pieceName(request: FastifyRequest, index: number, prefix = cookiePrefix(request)): string {
    const name = `${prefix}${this.#name}`
    return index === 0 ? name : `${name}.${index}`
  }
}

/** Whether a request has a cookie more than once. */
export function isSentTwice({ headers }: FastifyRequest, name: string): boolean {
  const sent = (headers.cookie ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim())
  return sent.indexOf(name) !== sent.lastIndexOf(name)
}

/** `__Host-` requires the root path. Over plain HTTP browsers refuse a cookie with either prefix. */
export function cookiePrefix({ protocol, basePath }: FastifyRequest): string {
  if (protocol !== 'https') return ''
  return basePath === '/' ? '__Host-' : '__Secure-'
}

/** Secure only if the visitor's connection is: a console in a home network is reached over plain HTTP and must work there. */
export function cookieAttributes(request: FastifyRequest) {
  return {
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    path: request.basePath,
    encode: (value: string) => value,
  } as const
}
