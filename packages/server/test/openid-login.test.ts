/** Sign-in through a real OpenID Connect provider that the storage server trusts. */
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  accountsOf,
  type IdentityProvider,
  onFreePort,
  roleArnOf,
  startIdentityProvider,
  startOpenIdProvider,
  startTarget,
  type TestOpenIdProvider,
  trustProvider,
  uniqueName,
} from '@cooperage/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import type { OpenIdSettings, ServerSettings } from '../src/index.ts'
import { OpenIdProvider } from '../src/session/openid/provider.ts'
import { createSessionSealer, type Session } from '../src/shared/session/sealed-session.ts'
import { auditedIn, type RunningConsole, SESSION_COOKIE, startConsole, TEST_SECRET } from './running-console.ts'
import { FORM_TYPE, type FormFile, formBody, type Visitor, visitor } from './visitor.ts'

const SHORT_SECONDS = 5
const ACCOUNTS = {
  ada: { policy: 'consoleAdmin', preferred_username: 'Ada Lovelace' },
  bob: { policy: 'readonly' },
  unknown: { policy: 'no-such-policy' },
  nobody: {},
  brief: { policy: 'brief', token_seconds: SHORT_SECONDS },
}
const CALLBACK = '/api/v1/login/oauth2/auth'
const clientOf = ({ clientId, clientSecret }: Pick<TestOpenIdProvider, 'clientId' | 'clientSecret'>) => ({
  clientId,
  clientSecret,
})

const [storage, provider] = await Promise.all([startTarget(), startOpenIdProvider({ accounts: ACCOUNTS })])
await trustProvider(storage, provider)
const server = await consoleWith()
afterAll(async () => {
  await server.stop()
  await provider.stop()
  await storage.stop()
})

function consoleWith(
  own: Partial<OpenIdSettings> = {},
  settings: Partial<ServerSettings> = {},
  second?: Partial<OpenIdSettings>,
  { url } = storage,
): Promise<RunningConsole> {
  return onFreePort((port) => {
    const first = {
      id: 'default',
      name: 'Our Provider',
      discoveryUrl: new URL(provider.configUrl),
      ...clientOf(provider),
      scopes: ['openid'],
      callbackUrl: `http://[HOSTNAME]:${port}/oauth_callback`,
      ...own,
    }
    const openId = [first, ...(second === undefined ? [] : [{ ...first, ...second }])]
    return startConsole(url, { port, openId, ...settings })
  })
}

interface Offer {
  loginStrategy: string
  redirect: string
  acceptsAccessKey: boolean
  providers: { id: string; name: string; redirect: string; problem: string }[]
}

const offerOf = async (one: Visitor) => (await one.get('/api/v1/login')).json as Offer

/** Begins a sign-in as the page does, and walks the provider's pages. */
async function walked(one: Visitor, login: string, consents = true): Promise<URL> {
  const { redirect } = await offerOf(one)
  return await provider.walk(redirect.replace(/%5BHOSTNAME%5D/g, '127.0.0.1'), login, consents)
}

const parametersOf = (callback: URL) => Object.fromEntries(callback.searchParams)
const complete = (one: Visitor, callback: URL) => one.call('POST', CALLBACK, { json: parametersOf(callback) })

async function signedIn(login: string): Promise<Visitor> {
  const one = visitor(server.url)
  const reply = await complete(one, await walked(one, login))
  expect([reply.status, reply.json]).toEqual([201, { sessionId: expect.stringMatching(/^[0-9a-f]{32}$/) }])
  return one
}

describe('the ways to sign in', () => {
  test('are the provider with its address, and an access key', async () => {
    const offer = await offerOf(visitor(server.url))
    expect(offer).toMatchObject({
      loginStrategy: 'redirect',
      acceptsAccessKey: true,
      providers: [{ id: 'default', name: 'Our Provider', redirect: offer.redirect, problem: '' }],
    })
    const { origin, pathname, searchParams } = new URL(offer.redirect)
    expect([origin, pathname]).toEqual([provider.issuer, '/auth'])
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: provider.clientId,
      response_type: 'code',
      scope: 'openid',
      code_challenge_method: 'S256',
      redirect_uri: `${server.url.replace('127.0.0.1', '[HOSTNAME]')}/oauth_callback`,
    })
  })

  test('include users of the storage server', async () => {
    expect((await visitor(server.url).signIn(storage.root)).status).toBe(201)
  })

  test('exclude them if COOPERAGE_LOGIN is sso', async () => {
    await using only = await disposable({}, { login: 'sso' })
    expect(await offerOf(visitor(only.url))).toMatchObject({ acceptsAccessKey: false })
    expect((await visitor(only.url).signIn(storage.root)).json).toMatchObject({ code: 'LoginNotOffered' })
  })

  test('name a provider that is down', async () => {
    await using other = await disposable({ discoveryUrl: new URL('http://127.0.0.1:9') })
    expect(await offerOf(visitor(other.url))).toMatchObject({
      redirect: '',
      providers: [{ redirect: '', problem: expect.stringContaining('Our Provider can’t be reached') }],
    })
  })
})

describe('a sign-in', () => {
  test('gives a session with the policy of the claim, under the name at the provider', async () => {
    const ada = await signedIn('ada')
    expect((await ada.get('/api/v1/session')).json).toMatchObject({
      displayName: 'Ada Lovelace',
      provider: 'Our Provider',
      passwordChange: 'external',
    })
    const bob = await signedIn('bob')
    expect((await bob.get('/api/v1/session')).json).toMatchObject({ displayName: 'bob' })
    expect((await bob.call('POST', '/api/v1/buckets', { json: { name: 'denied' } })).status).toBe(403)
  })

  test('leaves neither code nor tokens in the log', async () => {
    const one = visitor(server.url)
    const callback = await walked(one, 'ada')
    await complete(one, callback)
    const log = server.log.join('')
    // The issuer is no secret: it is a part of a user's name in the audit trail.
    const { iss: _, ...secrets } = parametersOf(callback)
    for (const secret of Object.values(secrets)) expect(log).not.toContain(secret)
    expect(log).not.toContain('eyJ')
    expect(log).not.toContain(provider.clientSecret)
  })

  test('is in the audit trail with the name and the subject at the provider, refused or not', async () => {
    const accounts = []
    for (const login of ['ada', 'nobody']) {
      const one = visitor(server.url)
      const reply = await complete(one, await walked(one, login))
      const record = () => auditedIn(server).find(({ requestId }) => requestId === reply.headers['x-request-id'])
      await expect.poll(record).toMatchObject({ kind: 'sign-in', call: 'session.loginOpenId', request: null })
      accounts.push([record()?.outcome, record()?.code, record()?.account])
    }
    expect(accounts).toEqual([
      ['done', '', `Ada Lovelace (${provider.issuer} ada)`],
      ['refused', 'NoPolicyForIdentity', `nobody (${provider.issuer} nobody)`],
    ])
  })

  test('ends at the provider too', async () => {
    const ada = await signedIn('ada')
    const { status, json } = await ada.call('POST', '/api/v1/logout')
    const { redirect } = json as { redirect: string }
    expect([status, new URL(redirect).pathname]).toEqual([200, '/session/end'])
    expect(Object.fromEntries(new URL(redirect).searchParams)).toEqual({
      client_id: provider.clientId,
      post_logout_redirect_uri: `${server.url}/login`,
    })
    expect((await ada.get('/api/v1/session')).status).toBe(401)
  })

  test('ends at the provider and in the browser even if the sign-out can’t be stored', async () => {
    const storageOff = await startTarget()
    await trustProvider(storageOff, provider)
    const one = await consoleWith({}, {}, undefined, storageOff)
    const ada = visitor(one.url)
    await complete(ada, await walked(ada, 'ada'))
    const thief = ada.twin()
    await storageOff.stop()
    // Where the sign-outs are stored, a folder prevents it.
    mkdirSync(join(one.dataDir, 'signed-out-sessions'))
    const { status, json, headers } = await ada.call('POST', '/api/v1/logout')
    expect([status, new URL((json as { redirect: string }).redirect).pathname]).toEqual([200, '/session/end'])
    expect(headers['set-cookie']?.join()).toContain(`${SESSION_COOKIE}=;`)
    expect((await thief.get('/api/v1/session')).json).toMatchObject({ code: 'SessionEnded' })
    expect(one.log.join('')).toContain('the sign-out is not stored')
    await one.stop()
  })

  test('ends only here with an access key', async () => {
    const root = visitor(server.url)
    await root.signIn(storage.root)
    expect((await root.call('POST', '/api/v1/logout')).json).toEqual({ redirect: '' })
  })
})

describe('a session', () => {
  const RENEW = '/api/v1/session/renew'

  interface SessionInfo {
    displayName: string
    expiresAt: string
    endingAt: string
  }
  const infoOf = async (one: Visitor) => (await one.get('/api/v1/session')).json as SessionInfo

  async function renewable(settings: Partial<ServerSettings> = {}, own: Partial<OpenIdSettings> = {}) {
    const console = await disposable({ scopes: ['openid', 'offline_access'], ...own }, settings)
    const signIn = async (login: string) => {
      const one = visitor(console.url)
      const { redirect } = await offerOf(one)
      const callback = await provider.walk(redirect.replace(/%5BHOSTNAME%5D/g, '127.0.0.1'), login)
      expect((await complete(one, callback)).status).toBe(201)
      return one
    }
    return { console, signIn }
  }

  test('is renewed automatically, once for all tabs that request it at the same time', async () => {
    let late = 0
    const { console, signIn } = await renewable({ now: () => Date.now() + late })
    await using _ = console
    const ada = await signIn('ada')
    const before = await infoOf(ada)
    late = 11.9 * 3_600_000
    const tabs = [ada, ada.twin()]
    const asked = provider.requests.filter((call) => call === 'POST /token').length
    const replies = await Promise.all(tabs.map((tab) => tab.call('POST', RENEW)))
    expect(replies.map(({ json }) => json)).toEqual([{ renewed: true }, { renewed: true }])
    expect(provider.requests.filter((call) => call === 'POST /token').length - asked).toBe(1)
    for (const tab of tabs) {
      const after = await infoOf(tab)
      expect(after).toMatchObject({ displayName: 'Ada Lovelace' })
      expect(Date.parse(after.expiresAt) - Date.parse(before.expiresAt)).toBeGreaterThan(11 * 3_600_000)
    }
    // The provider issued a new refresh token; the earlier one would be refused.
    late = 23.7 * 3_600_000
    expect((await ada.call('POST', RENEW)).json).toEqual({ renewed: true })
    expect((await infoOf(ada)).displayName).toBe('Ada Lovelace')
  })

  test('is not renewed if the provider refuses, and continues until its end', async () => {
    const { console, signIn } = await renewable()
    await using _ = console
    const ada = await signIn('ada')
    provider.refusesTokens(true)
    expect((await ada.call('POST', RENEW)).json).toEqual({ renewed: false })
    provider.refusesTokens(false)
    expect((await ada.get('/api/v1/session')).status).toBe(200)
  })

  test('is not renewed with the tokens of another person, and stays that of the first one', async () => {
    const { console, signIn } = await renewable()
    await using _ = console
    const [ada, bob] = [await signIn('ada'), await signIn('bob')]
    const sealer = await createSessionSealer(TEST_SECRET, Date.now)
    const sessionOf = async ({ cookies }: Visitor) => {
      const pieces = [...cookies].filter(([name]) => name.startsWith(SESSION_COOKIE)).map(([, value]) => value)
      return (await sealer.open(pieces.join('').replace(/^\d-/, ''))) as Session
    }
    const [own, other] = [await sessionOf(ada), await sessionOf(bob)]
    const mixed = { ...own, provider: { ...own.provider, refreshToken: other.provider?.refreshToken } } as Session
    const sealed = (await sealer.seal(mixed)).match(/.{1,3800}/g) ?? []
    for (const [index, piece] of sealed.entries()) {
      if (index === 0) ada.cookies.set(SESSION_COOKIE, `${sealed.length}-${piece}`)
      else ada.cookies.set(`${SESSION_COOKIE}.${index}`, piece)
    }
    expect((await ada.call('POST', RENEW)).json).toEqual({ renewed: false })
    expect(console.log.join('')).toContain('its new ID token belongs to someone else')
    expect(await infoOf(ada)).toMatchObject({ displayName: 'Ada Lovelace' })
  })

  test('is not renewed after sign-out, even with a copy of its cookie', async () => {
    const { console, signIn } = await renewable()
    await using _ = console
    const ada = await signIn('ada')
    const copy = ada.twin()
    expect((await ada.call('POST', '/api/v1/logout')).status).toBe(200)
    expect(provider.requests).toContain('POST /token/revocation')
    expect((await copy.call('POST', RENEW)).json).toMatchObject({ code: 'SessionEnded' })
    expect(console.log.join('')).not.toContain('refresh_token')
  })

  test('without a refresh token is not renewed', async () => {
    const ada = await signedIn('ada')
    expect((await ada.call('POST', RENEW)).json).toEqual({ renewed: false })
    const root = visitor(server.url)
    await root.signIn(storage.root)
    expect((await root.call('POST', RENEW)).json).toEqual({ renewed: false })
  })

  test('that was renewed continues an upload that outlives the first keys', async () => {
    const { signIn, console } = await renewable()
    await using _ = console
    await accountsOf(storage).putPolicy('brief', {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
        // No duration may be requested, so the keys expire with the ID token.
        {
          Effect: 'Deny',
          Action: ['sts:AssumeRoleWithWebIdentity'],
          Condition: { NumericGreaterThan: { 'sts:DurationSeconds': ['0'] } },
        },
      ],
    })
    const brief = await signIn('brief')
    const first = brief.twin()
    const { expiresAt, endingAt } = await infoOf(brief)
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThan(SHORT_SECONDS * 1000)
    expect(Date.parse(endingAt)).toBeLessThan(Date.parse(expiresAt))

    const bucket = uniqueName('bucket')
    expect((await brief.call('POST', '/api/v1/buckets', { json: { name: bucket } })).status).toBe(201)
    const path = `/api/v1/buckets/${bucket}/objects/upload`
    const upload = slowUpload(first, path, [
      { name: '5', fileName: 'early', content: 'early' },
      { name: '4', fileName: 'late', content: 'late' },
    ])
    let isOver = false
    while (!isOver) {
      expect((await brief.call('POST', RENEW)).json).toEqual({ renewed: true })
      isOver = (await first.get('/api/v1/session')).status === 401
    }
    expect((await upload.finish()).status).toBe(200)
    const { objects } = (await brief.get(`/api/v1/buckets/${bucket}/objects`)).json as { objects: { name: string }[] }
    expect(objects.map(({ name }) => name)).toEqual(['early', 'late'])
  })

  /** Sends a form up to its last file, and the rest on demand. */
  function slowUpload({ url, cookies }: Visitor, path: string, files: FormFile[]) {
    const body = formBody(files)
    const cut = body.lastIndexOf('--form-boundary\r\n')
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'content-type': FORM_TYPE, 'content-length': body.length }
    const outgoing = request(new URL(path, url), { method: 'POST', headers })
    const response = once(outgoing, 'response')
    outgoing.write(body.subarray(0, cut))
    return {
      async finish() {
        outgoing.end(body.subarray(cut))
        const [incoming] = (await response) as [IncomingMessage]
        return { status: incoming.statusCode, text: await text(incoming) }
      },
    }
  }
})

test('with a role, everyone gets its policy and no claim is needed', async () => {
  const roleStorage = await startTarget()
  await trustProvider(roleStorage, provider, 'readwrite')
  const other = await consoleWith({ roleArn: roleArnOf(provider) }, {}, undefined, roleStorage)
  const nobody = visitor(other.url)
  const { redirect } = await offerOf(nobody)
  const callback = await provider.walk(redirect.replace(/%5BHOSTNAME%5D/g, '127.0.0.1'), 'nobody')
  expect((await complete(nobody, callback)).status).toBe(201)
  expect((await nobody.call('POST', '/api/v1/buckets', { json: { name: uniqueName('bucket') } })).status).toBe(201)
  await other.stop()
  await roleStorage.stop()
})

describe('two providers', () => {
  test('have their own addresses, and the code of one is invalid with the state of the other', async () => {
    await using other = await startDisposableProvider()
    const partner = { id: 'partner', name: 'Partner', discoveryUrl: new URL(other.configUrl), ...clientOf(other) }
    await using both = await disposable({}, {}, partner)
    const one = visitor(both.url)
    const { providers } = await offerOf(one)
    expect(providers).toMatchObject([
      { name: 'Our Provider', redirect: expect.stringContaining(provider.issuer) },
      { name: 'Partner', redirect: expect.stringContaining(other.issuer) },
    ])
    const [ours = '', theirs = ''] = providers.map(({ redirect }) => redirect.replace(/%5BHOSTNAME%5D/g, '127.0.0.1'))
    const [callback, mixedUp] = [await provider.walk(ours, 'ada'), await other.walk(theirs, 'ada')]
    const code = callback.searchParams.get('code') ?? ''
    mixedUp.searchParams.set('code', code)
    expect((await complete(one, mixedUp)).json).toMatchObject({ code: 'ProviderRejected' })
    // A provider that claims to be the other one (RFC 9207).
    const imposed = new URL(callback)
    imposed.searchParams.set('iss', other.issuer)
    expect((await complete(one, imposed)).json).toMatchObject({ code: 'ProviderRejected' })
  })

  async function startDisposableProvider() {
    const other = await startOpenIdProvider({ accounts: ACCOUNTS })
    return Object.assign(other, { [Symbol.asyncDispose]: () => other.stop() })
  }
})

describe('behind a reverse proxy below a path', () => {
  test('the sign-in and the sign-out lead to the public address of the settings', async () => {
    const publicUrl = 'https://console.example.com/storage'
    await using other = await disposable(
      { callbackUrl: `${publicUrl}/oauth_callback` },
      { trustedProxies: ['loopback'], allowedHosts: ['console.example.com'] },
    )
    const proxied = {
      host: 'console.example.com',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/storage',
      // What a client claims counts for nothing.
      'x-forwarded-host': 'console.example.com',
      origin: 'https://console.example.com',
    }
    const one = visitor(other.url)
    const offer = await one.get('/api/v1/login', { headers: proxied })
    expect(offer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Secure-cooperage-login=.*; Path=\/storage\/; HttpOnly; Secure; SameSite=Strict$/),
    ])
    const redirect = new URL((offer.json as Offer).redirect)
    expect(redirect.searchParams.get('redirect_uri')).toBe(`${publicUrl}/oauth_callback`)
    const callback = await provider.walk(redirect.href, 'ada')
    expect(callback.href).toContain(`${publicUrl}/oauth_callback?`)
    expect((await one.call('POST', CALLBACK, { json: parametersOf(callback), headers: proxied })).status).toBe(201)
    const { json } = await one.call('POST', '/api/v1/logout', { headers: proxied })
    const back = new URL((json as { redirect: string }).redirect).searchParams.get('post_logout_redirect_uri')
    expect(back).toBe(`${publicUrl}/login`)
  })
})

describe('a sign-in is refused', () => {
  test('without consent, as the provider reports', async () => {
    const callback = await walked(visitor(server.url), 'ada', false)
    expect(parametersOf(callback)).toMatchObject({
      error: 'access_denied',
      error_description: 'The visitor refused to share their identity',
    })
  })

  test.each([
    ['unknown', 'NoPolicyForIdentity', 'no-such-policy'],
    ['nobody', 'NoPolicyForIdentity', 'policy claim missing'],
  ])('for %s, whose claim names no policy', async (login, code, reason) => {
    const one = visitor(server.url)
    const { status, json } = await complete(one, await walked(one, login))
    expect([status, json]).toMatchObject([401, { code, message: expect.stringContaining(reason) }])
    expect((await one.get('/api/v1/session')).status).toBe(401)
  })

  test('a second time with the same code and state', async () => {
    const one = visitor(server.url)
    const callback = await walked(one, 'ada')
    expect((await complete(one, callback)).status).toBe(201)
    expect((await complete(one, callback)).json).toMatchObject({ code: 'LoginExpired' })
  })

  test('in another browser: stolen code, or login CSRF', async () => {
    const callback = await walked(visitor(server.url), 'ada')
    const victim = visitor(server.url)
    await offerOf(victim)
    for (const other of [victim, visitor(server.url)]) {
      expect((await complete(other, callback)).json).toMatchObject({ code: 'LoginExpired' })
    }
  })

  test('with the code of one sign-in and the state of another', async () => {
    const one = visitor(server.url)
    const [first, second] = [await walked(one, 'ada'), await walked(one, 'bob')]
    second.searchParams.set('code', first.searchParams.get('code') ?? '')
    expect((await complete(one, second)).json).toMatchObject({ code: 'ProviderRejected' })
  })

  test.each([
    ['no', ''],
    ['a long', 'a'.repeat(9000)],
    ['a forged', 'forged'],
    ['an unsigned', 'eyJhbGciOiJub25lIn0..'],
    ['a binary', '\u0000'],
  ])('with %s state', async (_kind, state) => {
    const one = visitor(server.url)
    const callback = await walked(one, 'ada')
    const { status } = await one.call('POST', CALLBACK, { json: { ...parametersOf(callback), state } })
    expect([400, 401]).toContain(status)
  })

  test('after ten minutes', async () => {
    let late = 0
    await using other = await disposable({}, { now: () => Date.now() + late })
    const one = visitor(other.url)
    const { redirect } = await offerOf(one)
    const callback = await provider.walk(redirect.replace(/%5BHOSTNAME%5D/g, '127.0.0.1'), 'ada')
    late = 10 * 60_000
    expect((await complete(one, callback)).json).toMatchObject({ code: 'LoginExpired' })
  })

  test('with the wrong client secret', async () => {
    await using other = await disposable({ clientSecret: 'wrong' })
    const one = visitor(other.url)
    const { redirect } = await offerOf(one)
    const callback = await provider.walk(redirect.replace(/%5BHOSTNAME%5D/g, '127.0.0.1'), 'ada')
    const { status, json } = await complete(one, callback)
    expect([status, json]).toMatchObject([401, { code: 'ProviderRejected' }])
  })

  test('if no provider is configured', async () => {
    await using other = await disposable({}, { openId: [] })
    const { json } = await visitor(other.url).call('POST', CALLBACK, { json: { code: 'a', state: 'b' } })
    expect(json).toMatchObject({ code: 'LoginNotOffered' })
  })
})

describe('a hostile provider', () => {
  const NOW = () => Math.floor(Date.now() / 1000)
  const HOSTILE: [string, (own: IdentityProvider, nonce: string) => string][] = [
    ['without a signature', (own, nonce) => own.token({ nonce }, { algorithm: 'none' })],
    ['signed with the client secret', (own, nonce) => own.token({ nonce }, { algorithm: 'HS256' })],
    ['signed with an unknown key', (own, nonce) => own.token({ nonce }, { forged: true })],
    ['for another client', (own, nonce) => own.token({ nonce, aud: 'another' })],
    ['of another issuer', (own, nonce) => own.token({ nonce, iss: 'https://elsewhere.example' })],
    ['of another sign-in', (own) => own.token({ nonce: 'another' })],
    ['without a nonce', (own) => own.token()],
    ['that has expired', (own, nonce) => own.token({ nonce, iat: NOW() - 900, exp: NOW() - 600 })],
    ['that is no token', () => 'nothing'],
  ]

  test.each(HOSTILE)('cannot sign anyone in with an ID token %s', async (_kind, make) => {
    await using own = await hostile()
    const one = visitor(own.console.url)
    const { searchParams } = new URL((await offerOf(one)).redirect.replace('[HOSTNAME]', 'host'))
    own.provider.redeemsCodesFor(make(own.provider, searchParams.get('nonce') ?? ''))
    const reply = await one.call('POST', CALLBACK, { json: { code: 'any', state: searchParams.get('state') } })
    expect(reply.outcome).toBe('401 ProviderRejected')
    expect((await one.get('/api/v1/session')).status).toBe(401)
    expect(own.console.log.join(''), 'refused tokens are not logged either').not.toContain('eyJ')
  })

  test('may replace its keys at any time: at most one sign-in has to be repeated', async () => {
    await using own = await hostile()
    // The storage server doesn't trust this provider, so its token was verified by the console alone.
    for (const code of ['IdentityRejected', 'ProviderRejected', 'IdentityRejected']) {
      const one = visitor(own.console.url)
      const { searchParams } = new URL((await offerOf(one)).redirect)
      own.provider.redeemsCodesFor(own.provider.token({ nonce: searchParams.get('nonce') }))
      const reply = await one.call('POST', CALLBACK, { json: { code: 'any', state: searchParams.get('state') } })
      expect(reply.json).toMatchObject({ code })
      if (code === 'IdentityRejected') own.provider.rotateKeys()
    }
  })

  test.each([
    ['sends a document of 10 MB', { body: JSON.stringify({ issuer: 'x'.repeat(10_000_000) }) }],
    ['sends no document', { body: '<html>' }],
    ['names no endpoints', { body: JSON.stringify({ issuer: 'https://elsewhere.example' }) }],
    ['redirects elsewhere', { redirect: 'http://169.254.169.254/latest/meta-data' }],
  ])('that %s is not offered', async (_what, response) => {
    await using own = await hostile()
    own.provider.discovers(response)
    expect((await offerOf(visitor(own.console.url))).providers).toMatchObject([
      { redirect: '', problem: expect.stringContaining('doesn’t respond as an OpenID provider') },
    ])
  })

  test('that does not respond times out within ten seconds, and an access key still signs in', async () => {
    await using silent = await hostile()
    silent.provider.silent(true)
    await using later = await hostile()
    const one = visitor(later.console.url)
    const { searchParams } = new URL((await offerOf(one)).redirect)
    later.provider.silent('token')
    const started = performance.now()
    const [{ providers }, reply] = await Promise.all([
      offerOf(visitor(silent.console.url)),
      one.call('POST', CALLBACK, { json: { code: 'any', state: searchParams.get('state') } }),
    ])
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(providers).toMatchObject([{ redirect: '' }])
    expect(reply.json).toMatchObject({ code: 'ProviderUnreachable' })
    expect((await visitor(silent.console.url).signIn(storage.root)).status).toBe(201)
  })

  test('may have a clock that is wrong by half a minute', async () => {
    await using own = await hostile()
    // The storage server doesn't trust this provider, so its token was accepted by the console.
    const times = [
      { nbf: NOW() + 20, exp: NOW() + 600 },
      { iat: NOW() - 600, exp: NOW() - 10 },
    ]
    for (const claims of times) expect(await own.signIn(claims)).toMatchObject({ code: 'IdentityRejected' })
    expect(await own.signIn({ nbf: NOW() + 300, exp: NOW() + 600 })).toMatchObject({ code: 'ProviderRejected' })
  })

  test.each(['javascript:alert(1)', 'ftp://provider.example/', 'not an address'])(
    'cannot lead the browser to %s, neither to sign in nor to sign out',
    async (address) => {
      await using own = await hostile()
      own.provider.announces({ authorization_endpoint: address, end_session_endpoint: address })
      expect((await offerOf(visitor(own.console.url))).providers).toMatchObject([{ redirect: '' }])
      await expect(own.direct().signOutUrl('127.0.0.1')).rejects.toMatchObject({ code: 'ProviderUnreachable' })
    },
  )

  async function hostile() {
    const own = await startIdentityProvider()
    const console = await consoleWith({ discoveryUrl: new URL(own.configUrl), ...clientOf(own) })
    const stop = async () => {
      await console.stop()
      await own.stop()
    }
    /** The response to a sign-in with these claims. */
    const signIn = async (claims: Record<string, unknown>) => {
      const one = visitor(console.url)
      const { searchParams } = new URL((await offerOf(one)).redirect)
      own.redeemsCodesFor(own.token({ nonce: searchParams.get('nonce'), ...claims }))
      return (await one.call('POST', CALLBACK, { json: { code: 'any', state: searchParams.get('state') } })).json
    }
    /** The provider as the console uses it. */
    const direct = () => {
      const callbackUrl = `${console.url}/oauth_callback`
      const settings = { id: '', name: 'Own', discoveryUrl: new URL(own.configUrl), ...clientOf(own), scopes: [] }
      return new OpenIdProvider({ ...settings, callbackUrl }, Date.now)
    }
    return { console, provider: own, signIn, direct, [Symbol.asyncDispose]: stop }
  }
})

/** A console that stops at the end of the test. */
async function disposable(
  own: Partial<OpenIdSettings>,
  settings: Partial<ServerSettings> = {},
  second?: Partial<OpenIdSettings>,
) {
  const other = await consoleWith(own, settings, second)
  return Object.assign(other, { [Symbol.asyncDispose]: () => other.stop() })
}
