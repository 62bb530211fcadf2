import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers keep at least 4,096 bytes of name, value and attributes per cookie. */
const PIECE_LENGTH = 3_800
/** With the limit on request headers, more could never come back. */
const MAX_PIECES = 4

/** The cookie in which a browser keeps its sealed session, in as many pieces as that needs. */
export class SessionCookie {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  /**
   * The sealed session of a request, put together from its pieces, or undefined. The first piece says how many there are,
   * so that a left-over piece of another session is never joined to this one.
   */
  read({ cookies }: FastifyRequest): string | undefined {
    const first = /^([1-9])-(.+)$/.exec(cookies[this.#name] ?? '')
    if (first === null) return undefined
    let text = first[2] ?? ''
    for (let piece = 1; piece < Number(first[1]); piece++) text += cookies[this.#pieceName(piece)] ?? ''
    return text
  }

  /** Whether the request carries anything of ours, valid or not. */
  isIn({ cookies }: FastifyRequest): boolean {
    return cookies[this.#name] !== undefined
  }

  /** @throws Error when the session is too large for cookies */
  set(reply: FastifyReply, sealed: string, maxAgeSeconds: number): void {
    const pieces = sealed.match(new RegExp(`.{1,${PIECE_LENGTH}}`, 'g')) ?? []
    if (pieces.length > MAX_PIECES) throw new Error('The sealed session does not fit into cookies')
    for (const [index, piece] of pieces.entries()) {
      const value = index === 0 ? `${pieces.length}-${piece}` : piece
      reply.setCookie(this.#pieceName(index), value, { ...attributes(reply.request), maxAge: maxAgeSeconds })
    }
  }

  /** Removes every piece from the browser. */
  clear(reply: FastifyReply): void {
    for (let index = 0; index < MAX_PIECES; index++) {
      const name = this.#pieceName(index)
      const isThere = reply.request.cookies[name] !== undefined
      if (index === 0 || isThere) reply.setCookie(name, '', { ...attributes(reply.request), maxAge: 0 })
    }
  }

  #pieceName(index: number): string {
    return index === 0 ? this.#name : `${this.#name}.${index}`
  }
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
