import { expect, test } from 'vitest'
import { consoleAt, SESSION_COOKIE, withConsole } from './running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from './scripted-storage.ts'
import { visitor } from './visitor.ts'

const given = await withConsole({ trustedProxies: ['loopback'] })
const TLS = { 'x-forwarded-proto': 'https' }

/** Signs in and returns the session cookie as the browser would store it. */
async function signedInCookie(path: string, headers: Record<string, string> = {}) {
  const reply = await given.stranger().call('POST', path, { json: given.storage.root, headers })
  expect(reply.status).toBe(201)
  const [pair = '', ...attributes] = (reply.headers['set-cookie']?.[0] ?? '').split('; ')
  return { pair, name: pair.slice(0, pair.indexOf('=')), attributes }
}

const session = (cookie: string, headers: Record<string, string> = {}, path = '/api/v1/session') =>
  given.stranger().get(path, { headers: { ...headers, cookie } })

test('refuses a request that carries the session cookie twice, whichever comes first', async () => {
  const own = await signedInCookie('/api/v1/login')
  const other = await signedInCookie('/api/v1/login')
  for (const cookie of [
    `${other.pair}; ${own.pair}`,
    `${own.pair};a=b;${own.name}=planted`,
    `${own.pair}; ${own.name}=`,
  ]) {
    const { status, json, headers } = await session(cookie)
    expect(status).toBe(400)
    expect(json).toMatchObject({ code: 'SessionCookieTwice', message: expect.stringContaining('Delete the cookies') })
    expect(headers['set-cookie']).toBeUndefined()
  }
})

test('refuses a second piece of the session cookie with the same name', async () => {
  const { pair, name } = await signedInCookie('/api/v1/login')
  expect((await session(`${pair}; ${name}.1=one; ${name}.1=two`)).json).toMatchObject({ code: 'SessionCookieTwice' })
})

test('refuses the sign-in and the page too, so that the visitor sees why nothing works', async () => {
  const cookie = `${SESSION_COOKIE}=one; ${SESSION_COOKIE}=two`
  const signIn = await given.stranger().call('POST', '/api/v1/login', { json: given.storage.root, headers: { cookie } })
  expect([signIn.status, signIn.headers['set-cookie']]).toEqual([400, undefined])
  const page = await session(cookie, { accept: 'text/html' }, '/buckets')
  expect(page.status).toBe(400)
  expect(page.text).toContain('Delete the cookies')
})

test('ignores repeated cookies of other names', async () => {
  const { pair } = await signedInCookie('/api/v1/login')
  expect((await session(`theme=a; ${pair}; theme=b; x${SESSION_COOKIE}=c`)).status).toBe(200)
})

test('binds the cookie to its host over TLS, so that no neighboring site can set it', async () => {
  const { pair, name, attributes } = await signedInCookie('/api/v1/login', TLS)
  expect(name).toBe(`__Host-${SESSION_COOKIE}`)
  expect(attributes).toEqual(['Max-Age=43200', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict'])
  expect((await session(pair, TLS)).status).toBe(200)
})

test('ignores a cookie without the prefix over TLS', async () => {
  const { pair } = await signedInCookie('/api/v1/login')
  expect((await session(pair, TLS)).json).toMatchObject({ code: 'NotLoggedIn' })
})

test('below a base path the cookie keeps its path and is bound to TLS', async () => {
  const base = '/api/proxy/ns/t'
  const { pair, name, attributes } = await signedInCookie(`${base}/api/v1/login`, TLS)
  expect(name).toBe(`__Secure-${SESSION_COOKIE}`)
  expect(attributes).toContain(`Path=${base}/`)
  expect(attributes).toContain('Secure')
  expect((await session(pair, TLS, `${base}/api/v1/session`)).status).toBe(200)
})

test('over plain HTTP the cookie keeps its plain name, which browsers would refuse with a prefix', async () => {
  expect((await signedInCookie('/api/v1/login')).name).toBe(SESSION_COOKIE)
})

test('sign-out removes the cookie that a TLS visitor has', async () => {
  const server = await consoleAt(given.storage.url, { trustedProxies: ['loopback'] })
  const user = visitor(server.url)
  await user.call('POST', '/api/v1/login', { json: given.storage.root, headers: TLS })
  expect(user.cookies.size).toBe(1)
  await user.call('POST', '/api/v1/logout', { headers: TLS })
  expect(user.cookies.size).toBe(0)
})

test('sign-out over TLS also removes the unprefixed cookie of an earlier visit, all its pieces', async () => {
  const cookie = `${SESSION_COOKIE}=2-old; ${SESSION_COOKIE}.1=piece`
  const { headers } = await given.stranger().call('POST', '/api/v1/logout', { headers: { ...TLS, cookie } })
  const expired = (headers['set-cookie'] ?? []).map((line) => line.split('; '))
  for (const name of [SESSION_COOKIE, `${SESSION_COOKIE}.1`]) {
    const [, ...attributes] = expired.find(([pair]) => pair === `${name}=`) ?? []
    expect(attributes).toEqual(['Max-Age=0', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict'])
  }
})

test('a session may fill four cookies, and a larger one is refused at sign-in', async () => {
  // Servers put the claims of an identity provider into their token.
  let token = 't'.repeat(10_500)
  const storage = await scriptedStorage((request, response) => {
    const isAccount = request.url?.includes('/accountinfo')
    const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }
    response.end(isAccount ? accountDocument(policy) : stsKeys().replace('temp-token', token))
  })
  const server = await consoleAt(storage.url)
  const keys = { accessKey: 'alice', secretKey: 'secret-of-alice' }
  const user = visitor(server.url)
  expect((await user.signIn(keys)).status).toBe(201)
  expect([...user.cookies.keys()]).toEqual(['', '.1', '.2', '.3'].map((piece) => `${SESSION_COOKIE}${piece}`))
  // The headers of a browser and a long address fit beside it.
  const headers = { 'x-other': 'x'.repeat(8_000) }
  const path = `/api/v1/has-permission?long=${'a'.repeat(4_000)}`
  const json = { actions: [{ id: '0', action: 's3:GetObject' }] }
  expect((await user.call('POST', path, { headers, json })).json).toMatchObject({ permissions: [{ can: true }] })

  token = 't'.repeat(11_500)
  const other = visitor(server.url)
  expect((await other.signIn(keys)).outcome).toBe('401 SessionTooLarge')
  expect(other.cookies.size).toBe(0)
})
