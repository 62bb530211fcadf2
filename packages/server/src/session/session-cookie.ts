import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'cooperage'
/** Browsers keep at least 4,096 bytes of name, value and attributes per cookie. */
const PIECE_LENGTH = 3_800
/** With the limit on request headers, more could never come back. */
const MAX_PIECES = 4

/**
 * The sealed session of a request, put together from its pieces, or undefined. The first piece says how many there are, so
 * that a left-over piece of another session is never joined to this one.
 */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  const first = /^([1-9])-(.+)$/.exec(request.cookies[NAME] ?? '')
  if (first === null) return undefined
  let text = first[2] ?? ''
  for (let piece = 1; piece < Number(first[1]); piece++) text += request.cookies[`${NAME}.${piece}`] ?? ''
  return text
}

/** Whether the request carries anything of ours, valid or not. */
export function hasSessionCookie(request: FastifyRequest): boolean {
  return request.cookies[NAME] !== undefined
}

/** @throws Error when the session is too large for cookies */
export function setSessionCookie(reply: FastifyReply, sealed: string, maxAgeSeconds: number): void {
  const pieces = sealed.match(new RegExp(`.{1,${PIECE_LENGTH}}`, 'g')) ?? []
  if (pieces.length > MAX_PIECES) throw new Error('The sealed session does not fit into cookies')
  for (const [index, piece] of pieces.entries()) {
    const value = index === 0 ? `${pieces.length}-${piece}` : piece
    reply.setCookie(pieceName(index), value, { ...attributes(reply.request), maxAge: maxAgeSeconds })
  }
}

/** Removes every piece from the browser. */
export function clearSessionCookie(reply: FastifyReply): void {
  for (let index = 0; index < MAX_PIECES; index++) {
    const isThere = reply.request.cookies[pieceName(index)] !== undefined
    if (index === 0 || isThere) reply.setCookie(pieceName(index), '', { ...attributes(reply.request), maxAge: 0 })
  }
}

function pieceName(index: number): string {
  return index === 0 ? NAME : `${NAME}.${index}`
}

/** Secure follows the visitor's connection: a console in a home network is reached over plain HTTP and must work there. */
function attributes(request: FastifyRequest) {
  return {
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    path: request.basePath,
    encode: (value: string) => value,
  } as const
}
