/** A real OpenID Connect provider (oidc-provider, certified by the OpenID Foundation) with sign-in and consent pages. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

export interface OpenIdProviderOptions {
  /**
   * Claims of the accounts by their login; any other login is refused on the page. The claim `token_seconds` is how long the
   * ID tokens of an account are valid; default an hour.
   */
  accounts: Record<string, Record<string, unknown>>
}

export interface TestOpenIdProvider {
  issuer: string
  configUrl: string
  clientId: string
  clientSecret: string
  /** How the provider's endpoints were called: `POST /token`, without queries. */
  requests: string[]
  /** While true, the provider doesn't respond to requests. */
  silent(isSilent: boolean): void
  /** While true, it refuses codes and refresh tokens, as after an administrator has ended the visitor's access. */
  refusesTokens(isRefusing: boolean): void
  /**
   * Signs in on the provider's pages, as a browser does, and returns the callback address with its parameters.
   * @param consents whether the visitor agrees; otherwise the provider returns an error
   */
  walk(authorizationUrl: string, login: string, consents?: boolean): Promise<URL>
  stop(): Promise<void>
}

export const OPENID_PASSWORD = 'password-at-the-provider'

export async function startOpenIdProvider(options: OpenIdProviderOptions): Promise<TestOpenIdProvider> {
  const client = { clientId: 'cooperage', clientSecret: 'secret-of-the-client-of-the-provider' }
  let isSilent = false
  let isRefusing = false
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const requests: string[] = []
  const server = createServer((request, response) => {
    if (isSilent) return
    // Some browsers request it, and would report that it is missing.
    if (request.url === '/favicon.ico') {
      response.writeHead(204).end()
      return
    }
    const called = `${request.method} ${request.url?.split('?')[0]}`
    requests.push(called)
    if (isRefusing && called === 'POST /token') {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}')
      return
    }
    handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider = await createProvider(issuer, client, options)
  const respond = provider.callback()
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, options, request, response)
    else void respond(request, response)
  }

  return {
    issuer,
    configUrl: `${issuer}/.well-known/openid-configuration`,
    ...client,
    requests,
    silent(silent) {
      isSilent = silent
    },
    refusesTokens(refusing) {
      isRefusing = refusing
    },
    walk: (authorizationUrl, login, consents = true) => walk(issuer, authorizationUrl, { login, consents }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function createProvider(
  issuer: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  { accounts }: OpenIdProviderOptions,
): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const claims = [...new Set(Object.values(accounts).flatMap((own) => Object.keys(own)))]
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        // The ports of consoles under test aren't known yet: see redirectUriAllowed.
        redirect_uris: ['http://127.0.0.1/oauth_callback'],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ ...accounts[id], sub: id }) }),
    claims: { openid: ['sub', ...claims] },
    conformIdTokenClaims: false,
    cookies: { keys: ['only for tests'] },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async () => true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (context, form) => {
          context.body = html(`${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`)
        },
      },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'first' }] },
    // As the strictest providers do: a refresh token is accepted once, and a second use ends them all.
    rotateRefreshToken: true,
    ttl: {
      IdToken: ({ oidc }) => Number(accounts[oidc.account?.accountId ?? '']?.token_seconds ?? 3600),
      AccessToken: 3600,
      Grant: 3600,
      Interaction: 3600,
      RefreshToken: 3600,
      Session: 3600,
    },
  })
  provider.Client.prototype.redirectUriAllowed = isOfConsole
  provider.Client.prototype.postLogoutRedirectUriAllowed = isOfConsole
  return provider
}

/** Nothing listens at the public name: tests only check where browsers are redirected. */
const CONSOLES = ['127.0.0.1', 'localhost', 'console.example.com']
const isOfConsole = (address: string) => CONSOLES.includes(new URL(address).hostname)

/** The pages of sign-in and consent. */
async function interact(
  provider: Provider,
  { accounts }: OpenIdProviderOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
  const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '')
  if (form.has('cancel')) {
    const refusal = { error: 'access_denied', error_description: 'The visitor refused to share their identity' }
    await provider.interactionFinished(request, response, refusal)
  } else if (prompt.name === 'login') {
    const login = form.get('login') ?? ''
    if (accounts[login] !== undefined && form.get('password') === OPENID_PASSWORD) {
      await provider.interactionFinished(request, response, { login: { accountId: login } })
    } else {
      page(
        response,
        '<h1>Provider</h1><label>Login <input name="login"></label><label>Password <input name="password" type="password"></label><button>Sign in</button>',
      )
    }
  } else if (request.method === 'POST') {
    const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
    const grant = known ?? new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    await provider.interactionFinished(
      request,
      response,
      { consent: { grantId: await grant.save() } },
      { mergeWithLastSubmission: true },
    )
  } else {
    page(
      response,
      '<h1>Share your identity?</h1><button>Continue</button><button name="cancel" value="1">Cancel</button>',
    )
  }
}

function page(response: ServerResponse, fields: string): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(html(`<form method="post">${fields}</form>`))
}

function html(main: string): string {
  return `<!doctype html><html lang="en"><title>Provider</title><main>${main}</main></html>`
}

/** Follows redirects within the provider with a browser's cookies, and fills in its forms. */
async function walk(issuer: string, start: string, choice: { login: string; consents: boolean }): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  let form: URLSearchParams | undefined
  for (let step = 0; step < 12; step++) {
    const response = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    form = undefined
    if (location !== null) {
      url = new URL(location, url)
      if (url.origin !== issuer) return url
    } else {
      const html = await response.text()
      if (html.includes('name="login"')) form = new URLSearchParams({ login: choice.login, password: OPENID_PASSWORD })
      else if (html.includes('Continue')) form = new URLSearchParams(choice.consents ? {} : { cancel: '1' })
      else throw new Error(`The provider responded ${response.status}: ${html.slice(0, 500)}`)
    }
  }
  throw new Error('The provider never returned to the console')
}
