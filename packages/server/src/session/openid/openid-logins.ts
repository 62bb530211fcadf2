import { randomBytes } from 'node:crypto'
import { AppError, type LoginProvider, reasonText } from '@cooperage/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hostName } from '../../shared/allowed-hosts.ts'
import type { Services } from '../../shared/services.ts'
import type { ProviderSession } from '../../shared/session/sealed-session.ts'
import { cookieAttributes, cookiePrefix } from '../../shared/session/session-cookie.ts'
import type { OpenIdSettings } from '../../shared/settings.ts'
import { LOGIN_LIFETIME_MS, LoginStates, loginState } from './login-state.ts'
import type { AuthorizationResponse, OpenIdProvider, Tokens } from './provider.ts'

/** Binds the state parameter to the browser. Consoles on one machine may share it: it only has to be unguessable. */
const BROWSER_COOKIE = 'cooperage-login'
const BROWSER_ID = /^[A-Za-z0-9_-]{43}$/

export interface ProviderLogin {
  provider: OpenIdProvider
  tokens: Tokens
}

/** Sign-in through the OpenID Connect providers of the settings. */
interface OpenIdLogins {
  /** The providers with an address each; an unreachable one has the reason instead. Marks the browser. */
  offers(request: FastifyRequest, reply: FastifyReply): Promise<LoginProvider[]>
  /** @throws AppError LoginExpired, ProviderRejected, ProviderUnreachable */
  redeem(response: AuthorizationResponse, request: FastifyRequest): Promise<ProviderLogin>
  /** New tokens for a session, without the visitor. @throws AppError ProviderRejected, ProviderUnreachable */
  refresh(session: ProviderSession): Promise<ProviderLogin>
  /**
   * Revokes the refresh token of a session, and returns where the browser signs out of its provider, or ''.
   * @throws AppError ProviderRejected, ProviderUnreachable
   */
  signOut(session: ProviderSession, request: FastifyRequest): Promise<string>
}

export async function createOpenIdLogins(
  { sealerFor, now }: Pick<Services, 'sealerFor' | 'now'>,
  settings: readonly OpenIdSettings[],
): Promise<OpenIdLogins> {
  const states = new LoginStates(await sealerFor('cooperage login state 1', loginState), now)
  // The protocol's library is loaded only by consoles that use it.
  const { OpenIdProvider } = await import('./provider.ts')
  const providers = new Map(settings.map((one) => [one.id, new OpenIdProvider(one, now)]))

  return {
    async offers(request, reply) {
      const browser = browserOf(request) ?? randomBytes(32).toString('base64url')
      reply.setCookie(cookieName(request), browser, {
        ...cookieAttributes(request),
        maxAge: LOGIN_LIFETIME_MS / 1000,
      })
      return await Promise.all([...providers.values()].map((provider) => offer(provider, browser)))
    },

    async redeem(response, request) {
      const state = await states.accept(response.state, browserOf(request))
      const provider = state && providers.get(state.provider)
      if (state === undefined || provider === undefined) throw new AppError('LoginExpired')
      return { provider, tokens: await provider.redeem(response, state, hostName(request.host)) }
    },

    async refresh(session) {
      const provider = providers.get(session.provider?.id ?? '')
      const { refreshToken, subject } = session.provider ?? {}
      if (provider === undefined || refreshToken === undefined) throw new AppError('LoginExpired')
      const tokens = await provider.refresh(refreshToken)
      if (tokens.subject !== subject) {
        const reason = reasonText('otherIdToken')
        throw new AppError('ProviderRejected', { provider: provider.settings.name, reason })
      }
      return { provider, tokens }
    },

    async signOut(session, request) {
      const provider = providers.get(session.provider?.id ?? '')
      if (provider === undefined) return ''
      const { refreshToken } = session.provider ?? {}
      const [url] = await Promise.all([
        provider.signOutUrl(hostName(request.host)),
        refreshToken === undefined ? undefined : provider.revoke(refreshToken),
      ])
      return url
    },
  }

  async function offer(provider: OpenIdProvider, browser: string): Promise<LoginProvider> {
    const { id, name } = provider.settings
    const secrets = provider.newSecrets()
    try {
      const redirect = await provider.authorizationUrl(
        secrets,
        await states.create({ provider: id, ...secrets }, browser),
      )
      return { id, name, redirect, problem: '' }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { id, name, redirect: '', problem: error.message }
    }
  }
}

function browserOf(request: FastifyRequest): string | undefined {
  const value = request.cookies[cookieName(request)]
  return value !== undefined && BROWSER_ID.test(value) ? value : undefined
}

function cookieName(request: FastifyRequest): string {
  return `${cookiePrefix(request)}${BROWSER_COOKIE}`
}
