import { AppError, reasonText } from '@cooperage/contract'
import * as oidc from 'openid-client'
import { certificateDetail } from '../../shared/connection-detail.ts'
import type { OpenIdSettings } from '../../shared/settings.ts'
import { limitedFetch } from './limited-fetch.ts'

/** A visitor waits for the provider, and for the storage server after it, within the ten seconds of a call. */
const TIMEOUT_SECONDS = 5
/** Endpoints rarely change; keys are fetched again whenever a token names an unknown one. */
const DISCOVERY_LIFETIME_MS = 60 * 60_000
const CLOCK_TOLERANCE_SECONDS = 30

/** What binds the provider's response to the request. */
interface LoginSecrets {
  /** PKCE (RFC 7636): proves to the provider that the console that redeems the code also requested it. */
  codeVerifier: string
  /** In the ID token: it was issued for this sign-in. */
  nonce: string
}

/** Parameters that the provider adds to the callback address. */
export interface AuthorizationResponse {
  code: string
  state: string
  /** RFC 9207; only some providers send it. */
  iss?: string | undefined
}

export interface Tokens {
  idToken: string
  /** The visitor's name at the provider. */
  name: string
  /** Issuer and subject, which together name the person (OpenID Connect Core 1.0, section 5.7). */
  subject: string
  /** Undefined if the provider issues none. */
  refreshToken: string | undefined
}

/** An OpenID Connect provider as its settings name it: authorization code flow with PKCE (OpenID Connect Core 1.0, section 3.1). */
export class OpenIdProvider {
  readonly settings: OpenIdSettings
  readonly #now: () => number
  #discovered: { configuration: Promise<oidc.Configuration>; at: number } | undefined

  constructor(settings: OpenIdSettings, now: () => number) {
    this.settings = settings
    this.#now = now
  }

  newSecrets(): LoginSecrets {
    return { codeVerifier: oidc.randomPKCECodeVerifier(), nonce: oidc.randomNonce() }
  }

  /** Where the browser signs in. @throws AppError ProviderUnreachable */
  async authorizationUrl(secrets: LoginSecrets, state: string): Promise<string> {
    const { scopes, callbackUrl } = this.settings
    const parameters = {
      redirect_uri: callbackUrl,
      scope: scopes.join(' '),
      state,
      nonce: secrets.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.codeVerifier),
      code_challenge_method: 'S256',
      // Providers ignore the scope without it (OpenID Connect Core 1.0, section 11).
      ...(scopes.includes('offline_access') && { prompt: 'consent' }),
    }
    const configuration = await this.#configuration()
    try {
      return oidc.buildAuthorizationUrl(configuration, parameters).href
    } catch (error) {
      throw this.#explained(error)
    }
  }

  /**
   * Redeems an authorization code, and verifies the ID token's signature, issuer, audience, nonce and times.
   * @param hostname replaces the placeholder of the callback address, as the page has replaced it
   * @throws AppError ProviderRejected, ProviderUnreachable
   */
  async redeem(response: AuthorizationResponse, secrets: LoginSecrets, hostname: string): Promise<Tokens> {
    const configuration = await this.#configuration()
    const url = new URL(this.settings.callbackUrl.replace(HOSTNAME, hostname))
    for (const [name, value] of Object.entries(response)) if (value !== undefined) url.searchParams.set(name, value)
    return await this.#tokens(() =>
      oidc.authorizationCodeGrant(configuration, url, {
        expectedState: response.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.codeVerifier,
        idTokenExpected: true,
      }),
    )
  }

  /** New tokens without the visitor. @throws AppError ProviderRejected, ProviderUnreachable */
  async refresh(refreshToken: string): Promise<Tokens> {
    const configuration = await this.#configuration()
    const tokens = await this.#tokens(() => oidc.refreshTokenGrant(configuration, refreshToken))
    return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken }
  }

  /** Revokes a refresh token, if the provider supports it. @throws AppError ProviderRejected, ProviderUnreachable */
  async revoke(refreshToken: string): Promise<void> {
    const configuration = await this.#configuration()
    if (configuration.serverMetadata().revocation_endpoint === undefined) return
    try {
      await oidc.tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' })
    } catch (error) {
      throw this.#explained(error)
    }
  }

  /**
   * Where the browser also signs out of the provider, or '' if the provider has no such page (OpenID Connect RP-Initiated
   * Logout 1.0). The ID token isn't sent as a hint: anyone who reads it in a log could sign in to the storage server with it.
   * @throws AppError ProviderUnreachable
   */
  async signOutUrl(hostname: string): Promise<string> {
    const { clientId, callbackUrl } = this.settings
    const configuration = await this.#configuration()
    if (configuration.serverMetadata().end_session_endpoint === undefined) return ''
    const back = new URL('login', callbackUrl.replace(HOSTNAME, hostname)).href
    try {
      return oidc.buildEndSessionUrl(configuration, { client_id: clientId, post_logout_redirect_uri: back }).href
    } catch (error) {
      throw this.#explained(error)
    }
  }

  async #tokens(grant: () => Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers>): Promise<Tokens> {
    try {
      const response = await grant()
      const claims = response.claims()
      if (response.id_token === undefined || claims === undefined) throw new TypeError('no ID token')
      const name = [claims.preferred_username, claims.email, claims.name, claims.sub].find(isText) ?? ''
      const subject = `${claims.iss} ${claims.sub}`
      return { idToken: response.id_token, name, subject, refreshToken: response.refresh_token }
    } catch (error) {
      // The provider has replaced its keys within the minute for which the library caches them.
      if (error instanceof oidc.ClientError && error.code === 'OAUTH_KEY_SELECTION_FAILED') this.#discovered = undefined
      throw this.#explained(error)
    }
  }

  /** Discovered once an hour; a failure isn't cached. @throws AppError ProviderUnreachable */
  async #configuration(): Promise<oidc.Configuration> {
    const known = this.#discovered
    if (known !== undefined && this.#now() - known.at < DISCOVERY_LIFETIME_MS) return await known.configuration
    const discovered = { configuration: this.#discover(), at: this.#now() }
    this.#discovered = discovered
    try {
      return await discovered.configuration
    } catch (error) {
      if (this.#discovered === discovered) this.#discovered = undefined
      throw this.#explained(error)
    }
  }

  async #discover(): Promise<oidc.Configuration> {
    const { discoveryUrl, clientId, clientSecret } = this.settings
    const mayBePlain = discoveryUrl.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
    const options = { execute: mayBePlain, timeout: TIMEOUT_SECONDS, [oidc.customFetch]: limitedFetch }
    const metadata = { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS }
    const found = await oidc.discovery(discoveryUrl, clientId, metadata, undefined, options)
    const configuration = new oidc.Configuration(
      found.serverMetadata(),
      clientId,
      metadata,
      authentication(clientSecret, found.serverMetadata().token_endpoint_auth_methods_supported),
    )
    configuration.timeout = TIMEOUT_SECONDS
    configuration[oidc.customFetch] = limitedFetch
    for (const apply of mayBePlain) apply(configuration)
    // The storage server verifies signatures too, but a visitor's name comes from here.
    oidc.enableNonRepudiationChecks(configuration)
    if (configuration.serverMetadata().authorization_endpoint === undefined) {
      throw new Error(`The discovery document ${discoveryUrl.href} names no authorization endpoint`)
    }
    return configuration
  }

  #explained(error: unknown): unknown {
    const provider = this.settings.name
    if (error instanceof AppError) return error
    if (error instanceof oidc.ResponseBodyError) {
      const reason = error.error_description ?? error.error
      return new AppError('ProviderRejected', { provider, reason }, { cause: error })
    }
    if (error instanceof oidc.WWWAuthenticateChallengeError) {
      const reason = reasonText('clientRefused')
      return new AppError('ProviderRejected', { provider, reason }, { cause: error })
    }
    if (error instanceof oidc.ClientError && isAboutToken(error)) {
      return new AppError('ProviderRejected', { provider, reason: reasonText('invalidIdToken') }, { cause: error })
    }
    const reason = certificateDetail(error, this.settings.discoveryUrl.host)
    if (reason !== undefined) return new AppError('ProviderUntrusted', { reason }, { cause: error })
    return new AppError('ProviderUnreachable', { provider }, { cause: error })
  }
}

/** The placeholder for the console's host name (spec core-console 2), plain or percent-encoded. */
const HOSTNAME = /\[HOSTNAME\]|%5BHOSTNAME%5D/gi

/** The library's codes for a token or a callback that fails a check, as opposed to a provider that fails to respond. */
const TOKEN_CODES = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_USERINFO_EXPECTED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_UNSUPPORTED_OPERATION',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
])

function isAboutToken({ code }: oidc.ClientError): boolean {
  return code !== undefined && TOKEN_CODES.has(code)
}

/** Providers that name no method expect the secret in the Authorization header (OpenID Connect Discovery 1.0, section 3). */
function authentication(clientSecret: string | undefined, supported: string[] | undefined): oidc.ClientAuth {
  if (clientSecret === undefined) return oidc.None()
  const basic = supported === undefined || supported.includes('client_secret_basic')
  return basic ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
