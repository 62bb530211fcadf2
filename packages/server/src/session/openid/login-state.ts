import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Sealer } from '../../shared/session/sealer.ts'

/** How long a visitor can take to sign in at the provider. */
export const LOGIN_LIFETIME_MS = 10 * 60_000
/** Far more than the sign-ins of ten minutes; limits memory. */
const MAX_USED = 100_000

/** The contents of the state parameter, which only the console can read. */
export const loginState = z.object({
  /** Random: a state is accepted once. */
  id: z.string(),
  provider: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** Hash of the cookie of the browser that started the sign-in. */
  browser: z.string(),
  endsAt: z.number(),
})
type LoginState = z.infer<typeof loginState>

/**
 * The state parameter of the authorization request (RFC 6749, section 10.12). It is sealed, so nothing is stored until it
 * comes back and replicas need not share anything; it is bound to one browser and accepted once.
 */
export class LoginStates {
  readonly #sealer: Sealer<LoginState>
  readonly #now: () => number
  /** Ids of accepted states, with their expiry, oldest first. */
  readonly #used = new Map<string, number>()

  constructor(sealer: Sealer<LoginState>, now: () => number) {
    this.#sealer = sealer
    this.#now = now
  }

  async create(login: Pick<LoginState, 'provider' | 'nonce' | 'codeVerifier'>, browser: string): Promise<string> {
    return await this.#sealer.seal({
      ...login,
      id: randomBytes(16).toString('base64url'),
      browser: hash(browser).toString('base64url'),
      endsAt: this.#now() + LOGIN_LIFETIME_MS,
    })
  }

  /** The sign-in that a state belongs to; undefined if it is forged, expired, used, or from another browser. */
  async accept(text: string, browser: string | undefined): Promise<LoginState | undefined> {
    const state = await this.#sealer.open(text)
    if (state === undefined || state.endsAt <= this.#now() || browser === undefined) return undefined
    if (!timingSafeEqual(hash(browser), Buffer.from(state.browser, 'base64url'))) return undefined
    for (const [id, endsAt] of this.#used) {
      if (endsAt > this.#now() && this.#used.size < MAX_USED) break
      this.#used.delete(id)
    }
    if (this.#used.has(state.id)) return undefined
    this.#used.set(state.id, state.endsAt)
    return state
  }
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
